import type { IChartApi } from 'lightweight-charts';

/** Size of a drawing in pixels of its canvas; paper shows twice as many to the inch as a screen. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** A4 between its margins has 688 CSS pixels. */
const WIDTH = 1_376;
const PIXELS_PER_CSS_PIXEL = 2;
const FONT_SIZE = 22;

/**
 * A canvas keeps the colours and the width that it has on the screen. When the page is printed, an image of the chart is shown
 * instead: in the colours of the light theme, as wide as the paper. Returns a function that ends this.
 */
export function showOnPaper(
  container: HTMLElement,
  draw: (host: HTMLElement, paper: Paper) => IChartApi,
): () => void {
  let image: HTMLCanvasElement | undefined;
  const remove = () => {
    image?.remove();
    image = undefined;
  };
  const show = () => {
    remove();
    const height = container.clientHeight * PIXELS_PER_CSS_PIXEL;
    const chart = inLightTheme(() =>
      draw(document.createElement('div'), { width: WIDTH, height, fontSize: FONT_SIZE }),
    );
    image = chart.takeScreenshot();
    image.className = 'chart-on-paper';
    chart.remove();
    container.after(image);
  };
  addEventListener('beforeprint', show);
  addEventListener('afterprint', remove);
  return () => {
    remove();
    removeEventListener('beforeprint', show);
    removeEventListener('afterprint', remove);
  };
}

/** Nothing is painted before the theme is back. */
function inLightTheme<Result>(work: () => Result): Result {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  try {
    return work();
  } finally {
    dataset.theme = theme;
  }
}
