import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../../event-log/event-log';
import {
  type CandleToWrite,
  type SeriesBatch,
  type SeriesWrite,
  writeOf,
  type WrittenRow,
} from './candle-writes';
import { closedMark, lastClosedTime } from './closed-candles';
import { isAscending } from './copy-candles';
import { CANDLES_OF_EVENTS, RECORDED_CANDLE, RECORDED_EVENTS, RECORDED_LOAD } from './record-candles-sql';
import { identityColumns, requireAllKnown, SeriesReplacedError } from './series-replaced-error';
import { PRICE_FIELDS, UpsertColumns } from './upsert-columns';
import { upsertOneStatement } from './upsert-one-statement';
import { upsertStatement } from './upsert-statement';

/** What the function refuse_removed_series raises. */
const SERIES_REMOVED = 'CS001';

/** What is recorded of the commit, as common table expressions after the twelve parameters of every upsert. */
const RECORDINGS = {
  nothing: [],
  events: [CANDLES_OF_EVENTS, RECORDED_EVENTS('$13', '$14', '$15')],
  load: [RECORDED_LOAD('$13::uuid')],
} as const;

type Recording = keyof typeof RECORDINGS;

const statementsOf = <Statement>(build: (recording: Recording) => Statement) => ({
  nothing: build('nothing'),
  events: build('events'),
  load: build('load'),
});

const UPSERTS = statementsOf((recording) => ({
  name: `upsert-candlesticks-${recording}`,
  text: upsertStatement(RECORDINGS[recording], { isJudged: false }),
}));

const JUDGED_UPSERTS = statementsOf((recording) => ({
  name: `upsert-judged-candlesticks-${recording}`,
  text: upsertStatement(RECORDINGS[recording], { isJudged: true }),
}));

const UPSERT_ONE = {
  nothing: { name: 'upsert-candlestick', text: upsertOneStatement([]) },
  events: { name: 'upsert-candlestick-events', text: upsertOneStatement([RECORDED_CANDLE]) },
};

interface UpsertSettings {
  /** Where it is on, events are recorded: of each candle, or of the load that all of it is a part of. */
  readonly log: EventLog;
  readonly loadId?: string;
  /** Nothing is stored of a series in which a close is far off the one that is stored before it. */
  readonly isJudged: boolean;
}

interface UpsertedSeries extends WrittenRow {
  readonly suspect: boolean;
}

interface UnchangedSeries {
  readonly seriesId: number;
  readonly version: null;
  readonly suspect: boolean;
}

export interface Upserted {
  /** The series that changed. */
  readonly writes: readonly SeriesWrite[];
  /** Ids of the series of which nothing was stored. */
  readonly suspects: ReadonlySet<number>;
}

/** Stores the last candle of each open time in one statement; throws SeriesReplacedError where an id is not that of its series. */
export async function runUpsert(
  database: Pool | PoolClient,
  batches: readonly SeriesBatch[],
  settings: UpsertSettings,
): Promise<Upserted> {
  let rows: readonly (UpsertedSeries | UnchangedSeries)[];
  try {
    ({ rows } = await database.query<UpsertedSeries | UnchangedSeries>(statementFor(batches, settings)));
  } catch (error) {
    if ((error as { code?: unknown }).code !== SERIES_REMOVED) throw error;
    throw new SeriesReplacedError(batches.map(({ name }) => name));
  }
  requireAllKnown(batches, new Set(rows.map(({ seriesId }) => seriesId)));
  const suspects = new Set(rows.flatMap(({ seriesId, suspect }) => (suspect ? [seriesId] : [])));
  const writes = rows.flatMap((row) => (row.version === null ? [] : [writeOf(row)]));
  if (writes.length > 0) settings.log.recorded();
  return { writes, suspects };
}

function statementFor(batches: readonly SeriesBatch[], { log, loadId, isJudged }: UpsertSettings) {
  if (isJudged && loadId === undefined && batches.length === 1 && batches[0].candles.length === 1) {
    return { ...UPSERT_ONE[log.isOn ? 'events' : 'nothing'], values: valuesOfOne(batches[0]) };
  }
  const recording = log.isOn ? (loadId === undefined ? 'events' : 'load') : 'nothing';
  const further = { nothing: [], load: [loadId], events: sharedNames(batches) }[recording];
  const columns = new UpsertColumns();
  const now = Date.now();
  for (const { seriesId, interval, candles } of batches) {
    const closedUpTo = lastClosedTime(interval, now);
    for (const candle of lastOfEachTime(candles)) columns.push(seriesId, candle, closedUpTo);
  }
  return {
    ...(isJudged ? JUDGED_UPSERTS : UPSERTS)[recording],
    values: [...columns.toArrayLiterals(), ...identityColumns(batches), ...further],
  };
}

function valuesOfOne({ seriesId, name, interval, candles: [candle] }: SeriesBatch): unknown[] {
  return [
    seriesId,
    candle.openTime.toISOString(),
    ...PRICE_FIELDS.map((field) => candle[field]),
    closedMark(candle.isClosed, candle.openTime.getTime(), lastClosedTime(interval)),
    name.exchange,
    name.symbol,
    name.interval,
  ];
}

/** The exchange, symbol and interval of all of them; null where they differ. */
function sharedNames(batches: readonly SeriesBatch[]): (string | null)[] {
  return (['exchange', 'symbol', 'interval'] as const).map((part) => {
    const first = batches[0].name[part];
    return batches.every(({ name }) => name[part] === first) ? first : null;
  });
}

function lastOfEachTime(candles: readonly CandleToWrite[]): Iterable<CandleToWrite> {
  if (isAscending(candles)) return candles;
  return new Map(candles.map((candle) => [candle.openTime.getTime(), candle])).values();
}
