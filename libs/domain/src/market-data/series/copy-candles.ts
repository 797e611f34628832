import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  type CandleToWrite,
  type SeriesBatch,
  type SeriesWrite,
  writeOf,
  type WrittenRow,
} from './candle-writes';
import { closedMark, lastClosedTime } from './closed-candles';
import { copyText } from './copy-text';
import { type DifferingCandles, differingCandles } from './differing-candles';
import { CANDLES_OF_COPY, MOST_CANDLES_OF_ROW, RECORDED_EVENTS, RECORDED_LOAD } from './record-candles-sql';
import { SeriesReplacedError } from './series-replaced-error';
import { UpsertColumns } from './upsert-columns';
import { MOVED, PARAMETERS_OF_WRITTEN, WRITES, WRITTEN } from './upsert-statement';

/** Another writer of the series has it: less than a deadlock takes to be found, so that none is. */
export const LOCK_TIMEOUT_MILLISECONDS = 200;

const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
export const IN_THE_WAY: readonly unknown[] = [UNIQUE_VIOLATION, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED];

/** What is recorded of a commit. */
interface Recording {
  readonly isRecorded: boolean;
  /** One event reports the whole load. */
  readonly loadId?: string;
}

/**
 * Stores candles as an upsert does, in about a third of its time: what is new by COPY, and of the others only what differs from what is
 * stored. Answers null where nothing does; undefined, and leaves no trace, where the candles do not ascend, too much is stored
 * between them, or another writer is in the way.
 */
export async function copyCandles(
  pool: Pool,
  batch: SeriesBatch,
  recording: Recording,
): Promise<SeriesWrite | null | undefined> {
  if (!isAscending(batch.candles)) return undefined;
  const client = await pool.connect();
  // A connection that breaks says so on the client as well, where nobody else listens while it is ours.
  const ignore = () => undefined;
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    const written = await write(client, batch, recording);
    if (!written) await client.query('rollback');
    return written;
  } catch (error) {
    const isInTheWay = IN_THE_WAY.includes((error as { code?: unknown }).code);
    if (isInTheWay || error instanceof SeriesReplacedError) await client.query('rollback');
    if (isInTheWay) return undefined;
    if (error instanceof SeriesReplacedError) throw error;
    failure = error as Error;
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(failure);
  }
}

/** Whether each opens after the one before it. */
export function isAscending(candles: readonly CandleToWrite[]): boolean {
  for (let index = 1; index < candles.length; index++) {
    if (candles[index].openTime.getTime() <= candles[index - 1].openTime.getTime()) return false;
  }
  return true;
}

/** Counters and candles commit together. Writers queue up at the series' row, as those of an upsert do. */
async function write(
  client: PoolClient,
  batch: SeriesBatch,
  recording: Recording,
): Promise<SeriesWrite | null | undefined> {
  const { name, interval, candles } = batch;
  const seriesId = Math.trunc(batch.seriesId);
  const begun = (await client.query(
    `begin; set local lock_timeout = ${LOCK_TIMEOUT_MILLISECONDS};
     select last_open_time as newest from series
     where id = ${seriesId} and exchange = ${escapeLiteral(name.exchange)} and symbol = ${escapeLiteral(name.symbol)}
       and interval = ${escapeLiteral(name.interval)}
     for no key update`,
  )) as unknown as QueryResult<{ newest: Date | null }>[];
  const series = begun[2].rows.at(0);
  if (!series) throw new SeriesReplacedError([name]);
  const { newest } = series;
  const closedUpTo = lastClosedTime(interval);
  const differing: DifferingCandles | undefined =
    newest === null || newest < candles[0].openTime
      ? { fresh: candles, changed: [] }
      : await differingCandles(client, batch, closedUpTo);
  if (!differing) return undefined;
  const { fresh, changed } = differing;
  if (fresh.length + changed.length === 0) return null;

  if (fresh.length > 0) {
    const copy = client.query(
      copyFrom(
        'copy candlesticks (series_id, open_time, open, high, low, close, volume, is_closed) from stdin',
      ),
    );
    await pipeline(Readable.from(copyText(seriesId, fresh, closedUpTo)), copy);
  }
  const rest = writeTheRest(seriesId, differing, closedUpTo, recordingOf(batch, recording));
  const { rows } = await client.query<WrittenRow>(rest);
  await client.query('commit');
  return rows.length > 0 ? writeOf(rows[0]) : null;
}

/** Common table expressions, and the parameters that they have after those of WRITTEN. */
interface Recorded {
  readonly sql: string;
  readonly values: readonly string[];
}

/**
 * Writes what differs, counts what was copied along with it, and records both. Candles are parameters: the log of the database
 * has the text of a statement that waits for a lock in vain.
 */
function writeTheRest(
  seriesId: number,
  { fresh, changed }: DifferingCandles,
  closedUpTo: number,
  record: (closed: readonly CandleToWrite[]) => Recorded,
): { text: string; values: string[] } {
  const columns = new UpsertColumns();
  for (const candle of changed) columns.push(seriesId, candle, closedUpTo);
  const closed = fresh.filter(({ isClosed, openTime }) =>
    closedMark(isClosed, openTime.getTime(), closedUpTo),
  );
  const timeOf = (candle: CandleToWrite | undefined) =>
    candle ? `timestamptz '${candle.openTime.toISOString()}'` : 'null';
  const { sql, values } = record(closed);
  const text = `
    with ${WRITTEN}, counted as (
      select ${seriesId} as series_id, ${fresh.length} + count(*) filter (where inserted) as inserted,
             ${fresh.length} + count(*) as changed, ${closed.length} + count(*) filter (where is_closed) as closed,
             least(${timeOf(fresh.at(0))}, min(open_time)) as first,
             greatest(${timeOf(fresh.at(-1))}, max(open_time)) as last
      from written having ${fresh.length} + count(*) > 0
    ), ${MOVED}${sql}
    select ${WRITES}
    from moved`;
  return { text, values: [...columns.toArrayLiterals(), ...values] };
}

/** The events of the commit. */
function recordingOf(
  { name }: SeriesBatch,
  { isRecorded, loadId }: Recording,
): (closed: readonly CandleToWrite[]) => Recorded {
  if (!isRecorded) return () => ({ sql: '', values: [] });
  if (loadId !== undefined) {
    return () => ({ sql: `,${RECORDED_LOAD(`${escapeLiteral(loadId)}::uuid`)}`, values: [] });
  }
  const names = [name.exchange, name.symbol, name.interval].map((part) => escapeLiteral(part));
  return (closed) => {
    const copied = closed.length <= MOST_CANDLES_OF_ROW ? closed : [];
    const content = copied.map(({ openTime, open, high, low, close, volume }) => {
      return [openTime.getTime(), open, high, low, close, volume];
    });
    const candles = CANDLES_OF_COPY(`$${PARAMETERS_OF_WRITTEN + 1}`);
    return {
      sql: `,${candles},${RECORDED_EVENTS(names[0], names[1], names[2])}`,
      values: [JSON.stringify(content)],
    };
  };
}
