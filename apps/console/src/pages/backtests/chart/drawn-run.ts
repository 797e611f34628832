import type { CandleSeries, ChartColor, ChartSeries, Mark, ValueSeries } from '../../../charts/chart-series';
import { exact, ratio } from '../../../format/numbers';
import type { Trade } from '../report';
import type { Candles, Lines } from './chart-data';

const LINE_COLORS = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const;

/** The candles, then the lines of the strategy: on the prices, or in panes by their unit. */
export function seriesOf(
  candles: Candles,
  lines: Lines | undefined,
  currency: string | undefined,
): ChartSeries[] {
  return [candleSeries(candles, currency), ...lineSeries(candles, lines)];
}

function candleSeries({ candles }: Candles, currency: string | undefined): CandleSeries {
  return {
    key: 'candles',
    kind: 'candles',
    title: currency === undefined ? 'Price' : `Price, ${currency}`,
    format: (value) => exact(value),
    points: candles.map(({ open_time: time, open, high, low, close, corrected }) => ({
      time,
      open,
      high,
      low,
      close,
      marked: corrected,
    })),
  };
}

/** The lines of the strategy, with a value for each of the candles. */
export function lineSeries({ candles }: Candles, lines: Lines | undefined): ValueSeries[] {
  if (!lines) return [];
  const times = candles.map(({ open_time: time }) => time);
  const units = [...new Set(lines.lines.filter(({ panel }) => panel === 'own').map(({ unit }) => unit))];
  return lines.lines.map(({ name, panel, unit }, index) => ({
    key: `line ${name}`,
    kind: 'line',
    color: LINE_COLORS[index % LINE_COLORS.length]!,
    title: panel === 'own' && unit !== null ? `${name} (${unit})` : name,
    pane: panel === 'price' ? 0 : 1 + units.indexOf(unit),
    format: (value) => ratio(value),
    points: onCandles(times, lines.time, lines.values[name] ?? []),
  }));
}

/**
 * The values at the times of the candles: where several bars make one candle, the candle has the last value of its bars, as it has
 * their last close. Both times ascend.
 */
export function onCandles(
  candleTimes: readonly string[],
  times: readonly string[],
  values: readonly (number | null)[],
): { time: string; value: number | null }[] {
  let next = 0;
  return candleTimes.map((time, index) => {
    const end = candleTimes[index + 1];
    let value: number | null = null;
    while (next < times.length && (end === undefined || Date.parse(times[next]!) < Date.parse(end))) {
      value = values[next] ?? null;
      next += 1;
    }
    return { time, value };
  });
}

interface ExitMark {
  readonly shape: Mark['shape'];
  readonly color: ChartColor;
  readonly text: string;
}

const STOP = { shape: 'square', color: 'down' } as const;
const EXITS: Readonly<Record<string, ExitMark>> = {
  signal: { shape: 'circle', color: 'series-3', text: 'exit' },
  stop_loss: { ...STOP, text: 'stop' },
  trailing_stop: { ...STOP, text: 'trailing stop' },
  take_profit: { shape: 'square', color: 'up', text: 'target' },
  liquidation: { ...STOP, text: 'liquidation' },
  bankruptcy: { ...STOP, text: 'bankruptcy' },
  end_of_data: { shape: 'circle', color: 'strong-line', text: 'end of data' },
  max_bars: { shape: 'circle', color: 'series-3', text: 'max bars' },
  reduce: { shape: 'circle', color: 'series-2', text: 'reduce' },
};

/** Texts of more trades than these overlap. */
const MOST_TEXTS = 12;

/** Entries as arrows to the side of the position, exits and legs by their reason, with tags. The chosen trade is always named. */
export function marksOf(trades: readonly Trade[], chosen: number | undefined): Mark[] {
  return trades.flatMap((trade) => {
    const { number, side, entry_time: entry } = trade;
    const named = number === chosen || trades.length <= MOST_TEXTS;
    const isLong = side === 'long';
    const position = isLong ? 'aboveBar' : 'belowBar';
    const textOf = (text: string, tag: string | undefined) =>
      named && { text: tag === undefined ? `${number} ${text}` : `${number} ${text}: ${tag}` };
    return [
      {
        time: entry,
        shape: isLong ? 'arrowUp' : 'arrowDown',
        position: isLong ? 'belowBar' : 'aboveBar',
        color: number === chosen ? 'warn' : 'series-1',
        ...textOf(side, trade.entry_tag),
      },
      ...(trade.legs ?? [trade]).map(({ exit_time: time, exit_reason: reason, exit_tag: tag }) => {
        const { shape, color, text } = EXITS[reason] ?? EXITS['signal']!;
        return { time, shape, position, color, ...textOf(text, tag) } as const;
      }),
    ] satisfies Mark[];
  });
}
