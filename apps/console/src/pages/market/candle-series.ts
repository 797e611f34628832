import type { Candle, ChartColor, ChartSeries, Mark, Point, ValueSeries } from '../../charts/chart-series';
import { exact } from '../../format/numbers';
import type { ChartCandle, ChartLine } from './chart-data';
import { indicatorTitle } from './indicator-list';

const LINE_COLORS: readonly ChartColor[] = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'];
const AXIS_DIGITS = 8;
const VOLUME_DIGITS = 4;
const VOLUME_PANE = 1;

/** Values of axes are floats between prices; digits beyond these are noise. */
const price = (value: number | string | null): string =>
  exact(typeof value === 'number' ? Number(value.toPrecision(AXIS_DIGITS)) : value);

const drawn = new WeakMap<ChartCandle, { readonly candle: Candle; readonly volume: Point }>();

/** The same objects for the same candle, so that a live chart draws what changed alone. */
function drawnCandle(candle: ChartCandle): { readonly candle: Candle; readonly volume: Point } {
  const known = drawn.get(candle);
  if (known) return known;
  const { open_time: time, open, high, low, close, volume, corrected } = candle;
  const created = {
    candle: { time, open, high, low, close, marked: corrected },
    volume: { time, value: volume, color: Number(close) < Number(open) ? 'down' : 'up' } as const,
  };
  drawn.set(candle, created);
  return created;
}

/** Candles, and the volume below them. */
export function candleSeries(candles: readonly ChartCandle[]): readonly ChartSeries[] {
  const points = candles.map(drawnCandle);
  return [
    {
      key: 'candles',
      title: 'Price',
      kind: 'candles',
      format: price,
      points: points.map(({ candle }) => candle),
    },
    {
      key: 'volume',
      title: 'Volume',
      kind: 'histogram',
      color: 'strong-line',
      pane: VOLUME_PANE,
      format: volumeText,
      points: points.map(({ volume }) => volume),
    },
  ];
}

const volumeText = (value: number | string | null): string =>
  typeof value === 'number' ? exact(Number(value.toPrecision(VOLUME_DIGITS))) : exact(value);

/** The lines of indicators: over the candles, or in a pane for each indicator. */
export function lineSeries(
  candles: readonly ChartCandle[],
  lines: readonly ChartLine[],
): readonly ValueSeries[] {
  const own = [...new Set(lines.filter(({ panel }) => panel === 'own').map(({ entry }) => entry))];
  return lines.map(({ key, entry, output, panel, values }, index) => ({
    key,
    title: titleOf(entry, output),
    kind: output === 'histogram' ? 'histogram' : 'line',
    color: LINE_COLORS[index % LINE_COLORS.length]!,
    pane: panel === 'price' ? 0 : VOLUME_PANE + 1 + own.indexOf(entry),
    format: price,
    points: values.map((value, index) => ({ time: candles[index]!.open_time, value })),
  }));
}

/** With the output, where the name does not say it. */
function titleOf(entry: string, output: string): string {
  const title = indicatorTitle(entry);
  return entry.split(':')[0] === output ? title : `${title}: ${output.replaceAll('_', ' ')}`;
}

/** A mark above each candle that was corrected after it had closed. */
export function correctionMarks(candles: readonly ChartCandle[]): readonly Mark[] {
  return candles
    .filter(({ corrected }) => corrected)
    .map(({ open_time: time }) => ({ time, shape: 'circle', position: 'aboveBar', color: 'warn' }));
}
