import type { Pool } from 'pg';
import { intervalSeconds } from '#engine/market/interval';
import { isFarOff } from '#engine/market/outlier';
import { arrayLiteral } from '../../postgres/array-literals';
import type { CandleToWrite, SeriesBatch } from '../series/candle-writes';
import type { RememberedClose } from './spike-watch';
import { identityColumns, requireAllKnown } from '../series/series-replaced-error';

/** Candles with longer pauses between them are judged by what is stored before each of them. */
const LONGEST_PAUSE_INTERVALS = 20;

/** The close before a run, and those stored inside it by their extent: the run's own candles may replace some of them. */
const STORED_AROUND = `
  select series.id as "seriesId", (
      select close::float8 from candlesticks
      where series_id = run.id and open_time < run.first order by open_time desc limit 1
    ) as before,
    inside.lowest, inside.highest
  from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[]) with ordinality
    as run (id, exchange, symbol, interval, first, last, number)
  left join series using (id, exchange, symbol, interval)
  left join lateral (
    select min(close)::float8 as lowest, max(close)::float8 as highest from candlesticks
    where series_id = run.id and open_time > run.first and open_time < run.last
  ) inside on true
  order by run.number`;

const WRITTEN_SINCE = `
  select series.id from series
  join unnest($1::integer[], $2::bigint[]) as remembered (id, version) using (id)
  where series.version <> remembered.version`;

interface ClosesAround {
  readonly seriesId: number | null;
  readonly before: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/**
 * The batches, ascending, that may hold an outlier; all others hold none, since each of their closes is within ten times of the
 * one stored before it. Cheap, and wrong in one direction only. `rememberedBefore`: the close
 * stored right before a batch at the end of its series. Throws SeriesReplacedError where an id is not that of its series.
 */
export async function findSuspects<Batch extends SeriesBatch>(
  pool: Pool,
  batches: readonly Batch[],
  rememberedBefore: (batch: Batch) => RememberedClose | undefined,
): Promise<Set<Batch>> {
  const suspects = new Set<Batch>();
  const runs: { batch: Batch; candles: readonly CandleToWrite[] }[] = [];
  const remembered = batches.map((batch) => rememberedBefore(batch));
  const outdated = await writtenSince(pool, batches, remembered);
  for (const [index, batch] of batches.entries()) {
    const before = remembered[index];
    if (!before || outdated.has(batch.seriesId)) {
      runs.push(...runsOf(batch).map((candles) => ({ batch, candles })));
    } else if (hasJump(batch.candles, before.close)) suspects.add(batch);
  }
  if (runs.length === 0) return suspects;
  const { rows } = await pool.query<ClosesAround>({
    name: 'stored-around',
    text: STORED_AROUND,
    values: [
      ...identityColumns(runs.map(({ batch }) => batch)),
      arrayLiteral(runs.map(({ candles }) => candles[0].openTime.toISOString())),
      arrayLiteral(runs.map(({ candles }) => candles[candles.length - 1].openTime.toISOString())),
    ],
  });
  requireAllKnown(
    runs.map(({ batch }) => batch),
    new Set(rows.flatMap(({ seriesId }) => seriesId ?? [])),
  );
  for (const [index, { batch, candles }] of runs.entries()) {
    const { before, lowest, highest } = rows[index];
    const previous =
      index > 0 && runs[index - 1].batch === batch ? runs[index - 1].candles.at(-1) : undefined;
    const isSuspect =
      lowest === null
        ? hasJump(candles, before ?? undefined)
        : isWide(candles, [lowest, highest!, ...(before === null ? [] : [before])]);
    // What lies between two runs of a batch was seen as `before`; where nothing does, the run before it comes first.
    const isOffPrevious = previous && isFarOff(Number(candles[0].close), Number(previous.close));
    if (isSuspect || isOffPrevious) suspects.add(batch);
  }
  return suspects;
}

/** Series that somebody else has written since their end was remembered. */
async function writtenSince(
  pool: Pool,
  batches: readonly SeriesBatch[],
  remembered: readonly (RememberedClose | undefined)[],
): Promise<Set<number>> {
  const known = batches.flatMap(({ seriesId }, index) => {
    const before = remembered[index];
    return before ? [{ seriesId, version: before.version }] : [];
  });
  if (known.length === 0) return new Set();
  const { rows } = await pool.query<{ id: number }>({
    name: 'written-since',
    text: WRITTEN_SINCE,
    values: [
      arrayLiteral(known.map(({ seriesId }) => seriesId)),
      arrayLiteral(known.map(({ version }) => version)),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The parts of a batch, ascending, between its long pauses. */
export function runsOf({ interval, candles }: Pick<SeriesBatch, 'interval' | 'candles'>): CandleToWrite[][] {
  const longest = LONGEST_PAUSE_INTERVALS * intervalSeconds(interval) * 1000;
  const runs: CandleToWrite[][] = [];
  let start = 0;
  for (let index = 1; index <= candles.length; index++) {
    const isPause =
      index === candles.length ||
      candles[index].openTime.getTime() - candles[index - 1].openTime.getTime() > longest;
    if (!isPause) continue;
    runs.push(candles.slice(start, index));
    start = index;
  }
  return runs;
}

/** Whether a close is far off the one before it: among themselves, and the first one off `before`. */
export function hasJump(candles: readonly CandleToWrite[], before?: number): boolean {
  let previous = before;
  for (const candle of candles) {
    const close = Number(candle.close);
    if (previous !== undefined && isFarOff(close, previous)) return true;
    previous = close;
  }
  return false;
}

/** Whether any two of the closes are more than ten times off each other. */
function isWide(candles: readonly CandleToWrite[], stored: readonly number[]): boolean {
  let lowest = Math.min(...stored);
  let highest = Math.max(...stored);
  for (const candle of candles) {
    const close = Number(candle.close);
    if (close < lowest) lowest = close;
    else if (close > highest) highest = close;
  }
  return isFarOff(highest, lowest);
}
