import type { LiveCandle } from '../../api/live-candles';
import type { Schemas } from '../../api/hooks';

type Chart = Schemas['ChartRead'];
export type ChartCandle = Chart['candles'][number];

/** The lines of an indicator beside the times that they belong to. */
export interface ChartLine {
  readonly key: string;
  /** `macd:12:26:9`, as it was requested. */
  readonly entry: string;
  readonly output: string;
  readonly panel: 'price' | 'own';
  readonly values: readonly (number | null)[];
}

/** Answers for ranges that follow one another, as one chart. */
export interface JoinedChart {
  readonly candles: readonly ChartCandle[];
  readonly lines: readonly ChartLine[];
  readonly corrections: Chart['corrections'];
}

/** Joins the answers, oldest first: what a later one answers of a time replaces what an earlier one did. */
export function joinCharts(parts: readonly Chart[], entries: readonly string[]): JoinedChart {
  const kept = parts.map((part, index) => {
    const next = parts.slice(index + 1).find(({ candles }) => candles.length > 0)?.candles[0];
    const end =
      next === undefined ? -1 : part.candles.findIndex(({ open_time: time }) => time >= next.open_time);
    return end < 0 ? part.candles.length : end;
  });
  const shape = parts.at(-1)?.indicators ?? [];
  return {
    candles: parts.flatMap(({ candles }, index) => candles.slice(0, kept[index])),
    lines: shape.flatMap(({ panel, lines }, position) =>
      Object.keys(lines).map((output) => ({
        key: `${entries[position]} ${position} ${output}`,
        entry: entries[position] ?? '',
        output,
        panel,
        values: parts.flatMap(({ indicators }, index) =>
          (indicators[position]?.lines[output] ?? []).slice(0, kept[index]),
        ),
      })),
    ),
    corrections: uniqueCorrections(parts),
  };
}

function uniqueCorrections(parts: readonly Chart[]): Chart['corrections'] {
  const all = new Map(
    parts.flatMap(({ corrections }) =>
      corrections.map((one) => [`${one.open_time} ${one.corrected_at}`, one] as const),
    ),
  );
  return [...all.values()].sort((one, other) => other.corrected_at.localeCompare(one.corrected_at));
}

/** The candles, replaced by those of their times that arrived since, and later ones appended; a candle that is unchanged stays the same object. */
export function withLive(
  candles: readonly ChartCandle[],
  live: ReadonlyMap<string, LiveCandle>,
): readonly ChartCandle[] {
  if (live.size === 0) return candles;
  const last = candles.at(-1)?.open_time ?? '';
  const replaced = candles.map((candle) => {
    const arrived = live.get(candle.open_time);
    return arrived === undefined || isSame(candle, arrived) ? candle : fromLive(arrived, candle.corrected);
  });
  const newer = [...live.values()]
    .filter(({ open_time: time }) => time > last)
    .sort((one, other) => one.open_time.localeCompare(other.open_time))
    .map((candle) => fromLive(candle, false));
  return [...replaced, ...newer];
}

const NUMBERS = ['open', 'high', 'low', 'close', 'volume', 'is_closed'] as const;

const isSame = (candle: ChartCandle, arrived: LiveCandle): boolean =>
  NUMBERS.every((name) => candle[name] === arrived[name]);

const made = new WeakMap<LiveCandle, ChartCandle>();

/** One object for each candle that arrived, so that a chart sees what is unchanged. */
function fromLive(candle: LiveCandle, corrected: boolean): ChartCandle {
  const known = made.get(candle);
  if (known) return known;
  const { open_time, open, high, low, close, volume, is_closed } = candle;
  const created = { open_time, open, high, low, close, volume, is_closed, corrected };
  made.set(candle, created);
  return created;
}
