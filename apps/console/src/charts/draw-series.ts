import {
  AreaSeries,
  type CandlestickData,
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { NO_BAND } from './bands';
import { BandsPrimitive } from './bands-primitive';
import type { BandSeries, Candle, ChartColor, ChartSeries, Point } from './chart-series';

export type Palette = (color: ChartColor | 'text' | 'quiet' | 'surface') => string;

/** Colours of the theme that is shown. */
export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return (color) => style.getPropertyValue(`--${color}`).trim();
}

export const secondsOf = (time: string): UTCTimestamp => (Date.parse(time) / 1_000) as UTCTimestamp;

const BANDS_OPACITY = '40';

/** Adds a series without its points. */
export function addSeries(chart: IChartApi, series: ChartSeries, colors: Palette): ISeriesApi<SeriesType> {
  const common = {
    priceLineVisible: false,
    lastValueVisible: false,
    priceFormat: { type: 'custom' as const, formatter: series.format, minMove: 1e-8 },
    priceScaleId: series.leftAxis ? 'left' : 'right',
  };
  const pane = series.pane ?? 0;
  switch (series.kind) {
    case 'candles': {
      const [up, down] = [colors('up'), colors('down')];
      const sides = { upColor: up, wickUpColor: up, borderUpColor: up };
      const downs = { downColor: down, wickDownColor: down, borderDownColor: down };
      return chart.addSeries(
        CandlestickSeries,
        { ...common, ...sides, ...downs, lastValueVisible: true },
        pane,
      );
    }
    case 'area': {
      const color = colors(series.color);
      const areas = {
        lineColor: color,
        topColor: `${color}55`,
        bottomColor: `${color}08`,
        lineWidth: 1 as const,
      };
      return chart.addSeries(AreaSeries, { ...common, ...areas }, pane);
    }
    case 'histogram':
      return chart.addSeries(HistogramSeries, { ...common, color: colors(series.color) }, pane);
    case 'bands': {
      const unseen = { priceScaleId: series.key, lineVisible: false, crosshairMarkerVisible: false };
      const bands = chart.addSeries(LineSeries, { ...common, ...unseen }, pane);
      bands.attachPrimitive(new BandsPrimitive());
      return bands;
    }
    default:
      return chart.addSeries(
        LineSeries,
        {
          ...common,
          color: colors(series.color),
          lineWidth: 2,
          lineStyle: series.kind === 'dashed' ? LineStyle.Dashed : LineStyle.Solid,
          lineType: series.kind === 'steps' ? LineType.WithSteps : LineType.Simple,
          crosshairMarkerRadius: 3,
        },
        pane,
      );
  }
}

/** The points as the chart library takes them: floats, for pixels alone. */
export function drawnPoints(series: ChartSeries, colors: Palette) {
  if (series.kind === 'candles') return series.points.map((candle) => drawnCandle(candle, colors));
  if (series.kind === 'bands') return series.points.map((point) => drawnBand(point, colors));
  return series.points.map((point) => drawnPoint(point, colors));
}

function drawnCandle({ time, open, high, low, close, marked }: Candle, colors: Palette): CandlestickData {
  const warn = marked
    ? { color: colors('warn'), wickColor: colors('warn'), borderColor: colors('warn') }
    : {};
  return { time: secondsOf(time), open: +open, high: +high, low: +low, close: +close, ...warn };
}

function drawnBand({ time, value, color }: BandSeries['points'][number], colors: Palette) {
  return { time: secondsOf(time), value: 1, color: value === null ? NO_BAND : colors(color) + BANDS_OPACITY };
}

function drawnPoint({ time, value, color }: Point, colors: Palette) {
  // A point without a value interrupts the line.
  if (value === null) return { time: secondsOf(time) };
  return { time: secondsOf(time), value: +value, ...(color && { color: colors(color) }) };
}
