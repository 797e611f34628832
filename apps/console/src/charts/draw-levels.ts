import { type AutoscaleInfo, type ISeriesApi, LineStyle, type SeriesType } from 'lightweight-charts';
import type { PriceLevel } from './chart-series';
import type { Palette } from './draw-series';
import { stretchRange } from './stretch-range';

/** Draws the levels on the axis of the series, instead of those that were drawn before. */
export function drawLevels(
  series: ISeriesApi<SeriesType>,
  levels: readonly PriceLevel[],
  colors: Palette,
): void {
  for (const line of series.priceLines()) series.removePriceLine(line);
  for (const { title, price, color, isDashed = false } of levels) {
    const lineStyle = isDashed ? LineStyle.Dashed : LineStyle.Solid;
    series.createPriceLine({ title, price: +price, color: colors(color), lineWidth: 1, lineStyle });
  }
  const prices = levels.map(({ price }) => +price);
  series.applyOptions({
    autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
      const info = own();
      return info?.priceRange ? { ...info, priceRange: stretchRange(info.priceRange, prices) } : info;
    },
  });
}
