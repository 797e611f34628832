import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { intervalSeconds } from '#engine/market/interval';
import { type CandleToWrite, NEXT_WRITE_AT_SQL, type SeriesBatch, type SeriesWrite } from './candle-writes';
import { closedMark } from './closed-candles';
import { OpenTimeText } from './open-time-text';
import { MOST_CANDLES_OF_ROW, RECORDED_EVENTS, RECORDED_LOAD } from './record-candles-sql';
import { SeriesReplacedError } from './series-replaced-error';

/** Another writer of the series has it: less than a deadlock takes to be found, so that none is. */
export const LOCK_TIMEOUT_MILLISECONDS = 200;

const CANDLES_IN_A_PIECE = 1_000;

/** As COPY's text format has them. */
const CLOSED_TEXT = new Map([
  [true, 't'],
  [false, 'f'],
  [null, '\\N'],
]);

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
 * Stores candles that all lie after the series' newest one, in about a third of the time of an upsert: by COPY. Answers
 * undefined and leaves no trace where they do not, or where another writer is in the way.
 */
export async function appendCandles(
  pool: Pool,
  batch: SeriesBatch,
  recording: Recording,
): Promise<SeriesWrite | undefined> {
  if (!isAscending(batch.candles)) return undefined;
  const client = await pool.connect();
  // A connection that breaks says so on the client as well, where nobody else listens while it is ours.
  const ignore = () => undefined;
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    const written = await append(client, batch, recording);
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
async function append(
  client: PoolClient,
  batch: SeriesBatch,
  { isRecorded, loadId }: Recording,
): Promise<SeriesWrite | undefined> {
  const { seriesId, name, interval, candles } = batch;
  const id = Math.trunc(seriesId);
  const [first, last] = [candles[0].openTime, candles[candles.length - 1].openTime];
  const begun = (await client.query(
    `begin; set local lock_timeout = ${LOCK_TIMEOUT_MILLISECONDS};
     select last_open_time as newest from series
     where id = ${id} and exchange = ${escapeLiteral(name.exchange)} and symbol = ${escapeLiteral(name.symbol)}
       and interval = ${escapeLiteral(name.interval)}
     for no key update`,
  )) as unknown as QueryResult<{ newest: Date | null }>[];
  const series = begun[2].rows.at(0);
  if (!series) throw new SeriesReplacedError([name]);
  const { newest } = series;
  if (newest !== null && newest >= first) return undefined;

  const copy = client.query(
    copyFrom(
      'copy candlesticks (series_id, open_time, open, high, low, close, volume, is_closed) from stdin',
    ),
  );
  const closedUpTo = Date.now() - intervalSeconds(interval) * 1000;
  await pipeline(Readable.from(copyText(id, candles, closedUpTo)), copy);
  const closed = candles.filter(({ isClosed, openTime }) =>
    closedMark(isClosed, openTime.getTime(), closedUpTo),
  );

  const moved = (await client.query(
    `with moved as (
       update series
         set candle_count = candle_count + ${candles.length}, version = version + 1,
             last_write_at = ${NEXT_WRITE_AT_SQL},
             first_open_time = coalesce(first_open_time, '${first.toISOString()}'), last_open_time = '${last.toISOString()}'
       where id = ${id}
       returning id, exchange, symbol, interval, version, last_write_at as written_at, held_candles,
         ${candles.length} as inserted, 0 as updated, ${closed.length} as closed,
         timestamptz '${first.toISOString()}' as first_open_time, last_open_time
     )${isRecorded ? recordingOf(batch, { closed, loadId }) : ''}
     select version::float8 as version, written_at as "writtenAt", held_candles as "heldCandles" from moved;
     commit`,
  )) as unknown as QueryResult<Pick<SeriesWrite, 'version' | 'writtenAt' | 'heldCandles'>>[];
  return { seriesId, ...moved[0].rows[0], inserted: candles.length, updated: 0, first, last };
}

/** Common table expressions: the events of the commit. */
function recordingOf(
  { seriesId, name }: SeriesBatch,
  { closed, loadId }: { readonly closed: readonly CandleToWrite[]; readonly loadId?: string },
): string {
  if (loadId !== undefined) return `,${RECORDED_LOAD(`${escapeLiteral(loadId)}::uuid`)}`;
  const names = [name.exchange, name.symbol, name.interval].map((part) => escapeLiteral(part));
  const recorded = closed.length <= MOST_CANDLES_OF_ROW ? closed : [];
  const content = recorded.map(({ openTime, open, high, low, close, volume }) => {
    return [openTime.getTime(), open, high, low, close, volume];
  });
  return `, of_series as (
      select 0 as part, false as is_corrected, ${seriesId} as series_id, ${recorded.length} as count,
        ${escapeLiteral(JSON.stringify(content))}::jsonb as candles
      where ${recorded.length > 0}
    ),${RECORDED_EVENTS(names[0], names[1], names[2])}`;
}

/**
 * Lines of COPY's text format, in pieces: the server stores one while the next is spelled. None of the numbers and times
 * holds a tab, a backslash or a line break.
 */
function* copyText(
  seriesId: number,
  candles: readonly CandleToWrite[],
  closedUpTo: number,
): Generator<Buffer> {
  const openTimeText = new OpenTimeText();
  for (let start = 0; start < candles.length; start += CANDLES_IN_A_PIECE) {
    let text = '';
    for (const candle of candles.slice(start, start + CANDLES_IN_A_PIECE)) {
      const { openTime, open, high, low, close, volume, isClosed } = candle;
      const time = openTime.getTime();
      const closed = CLOSED_TEXT.get(closedMark(isClosed, time, closedUpTo))!;
      text += `${seriesId}\t${openTimeText.of(time)}\t${open}\t${high}\t${low}\t${close}\t${volume}\t${closed}\n`;
    }
    yield Buffer.from(text);
  }
}
