/** A value of a series at a time; `null` interrupts a line. */
export interface Point {
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly value: number | string | null;
  /** Of bars in a histogram and points of a line, instead of the series' colour. */
  readonly color?: ChartColor;
}

/** Decimal text, as the service answers it. */
export interface Candle {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** Drawn in the colour of a warning: it was corrected after it closed. */
  readonly marked?: boolean;
}

/** The colours of tokens.css. */
export type ChartColor =
  | 'series-1'
  | 'series-2'
  | 'series-3'
  | 'series-4'
  | 'series-5'
  | 'up'
  | 'down'
  | 'warn'
  | 'strong-line'
  | 'line';

interface SeriesBase {
  /** Unique in the chart, and the same as long as it is the same series. */
  readonly key: string;
  readonly title: string;
  /** Index of the pane, from 0 at the top. */
  readonly pane?: number;
  /** Writes a value for axes and legend, with its unit. */
  readonly format: (value: number | string | null) => string;
  /** An axis of its own, to the left. */
  readonly leftAxis?: boolean;
}

export interface CandleSeries extends SeriesBase {
  readonly kind: 'candles';
  readonly points: readonly Candle[];
}

export interface ValueSeries extends SeriesBase {
  readonly kind: 'line' | 'dashed' | 'steps' | 'area' | 'histogram';
  readonly color: ChartColor;
  readonly points: readonly Point[];
}

/** Grounds below the price over the whole height, such as regimes: each point colours the time until the next. */
export interface BandSeries extends SeriesBase {
  readonly kind: 'bands';
  readonly points: readonly (Point & { readonly color: ChartColor })[];
}

export type ChartSeries = CandleSeries | ValueSeries | BandSeries;

/** A mark on the first series of the chart, such as the entry of a trade. */
export interface Mark {
  readonly time: string;
  readonly shape: 'arrowUp' | 'arrowDown' | 'circle' | 'square';
  readonly position: 'aboveBar' | 'belowBar' | 'inBar';
  readonly color: ChartColor;
  readonly text?: string;
}

/** A price that holds for a while, as a line over the whole width of the first pane with its title at the axis. */
export interface PriceLevel {
  readonly title: string;
  /** Decimal text. */
  readonly price: string;
  readonly color: ChartColor;
  readonly isDashed?: boolean;
}

/** What a chart over time draws. */
export interface DrawnChart {
  /** The first one carries the marks. */
  readonly series: readonly ChartSeries[];
  readonly marks?: readonly Mark[];
  /** On the axis of the first series, which the range of prices takes in. */
  readonly levels?: readonly PriceLevel[];
  /** Called with the time of the bar that was clicked. */
  readonly onPick?: (time: string) => void;
  /** What is shown at first and after a change of this object: from start to end. Without it all. */
  readonly range?: { readonly start: string; readonly end: string };
  /** Called when the reader scrolls before the first point. */
  readonly onReachStart?: () => void;
  /** The value axis is logarithmic. */
  readonly logarithmic?: boolean;
}
