import type { Interval } from '#engine/market/interval';
import type { CandlePrices } from '#engine/market/validate-candle';
import type { SeriesName } from './series-name';

/** Who delivers candles: clients that read the answer, and connectors of ours that nobody answers. */
export const CANDLE_SOURCES = ['feed', 'backfill', 'post', 'bulk', 'import'] as const;

export type CandleSource = (typeof CANDLE_SOURCES)[number];

export interface CandleToWrite extends CandlePrices {
  /** Whole seconds. */
  readonly openTime: Date;
  /**
   * Whether it is final. False, of a feed: it is not known to be, and counts for nothing until a later write says so.
   * Undefined: the writer does not know, and the clock decides.
   */
  readonly isClosed?: boolean;
}

/** A series by the id that a process remembers, and by its name: statements check that they still belong together. */
export interface IdentifiedSeries {
  readonly seriesId: number;
  readonly name: SeriesName;
}

export interface NamedCandles {
  readonly name: SeriesName;
  readonly candles: readonly CandleToWrite[];
}

export interface SeriesBatch extends IdentifiedSeries {
  readonly interval: Interval;
  readonly candles: readonly CandleToWrite[];
}

/** A time in a series. */
export interface SeriesTime extends IdentifiedSeries {
  readonly openTime: Date;
}

/** A stored candle's close. */
export interface StoredClose {
  /** Milliseconds since 1970 UTC. */
  readonly openTime: number;
  /** A float: it is judged by size, not digits. */
  readonly close: number;
}

/** What a write changed in a series. */
export interface SeriesWrite {
  readonly seriesId: number;
  /** The series' version after it: a write that changed nothing has none. */
  readonly version: number;
  readonly inserted: number;
  /** Rows that had been stored with other content; equal ones are left alone. */
  readonly updated: number;
  /** Open times of the first and the last candle that changed. */
  readonly first: Date;
  readonly last: Date;
  /** When the database wrote it, in whole milliseconds: later than every earlier write of the series. */
  readonly writtenAt: Date;
  /** Outliers of the series in quarantine that candles after them decide about: this write may be what they wait for. */
  readonly heldCandles: number;
}

/** A SeriesWrite as statements answer it: times are milliseconds since 1970 UTC. */
export interface WrittenRow extends Omit<SeriesWrite, 'first' | 'last' | 'writtenAt'> {
  readonly first: number;
  readonly last: number;
  readonly writtenAt: number;
}

export function writeOf(row: WrittenRow): SeriesWrite {
  const { seriesId, version, inserted, updated, first, last, writtenAt, heldCandles } = row;
  return {
    seriesId,
    version,
    inserted,
    updated,
    first: dateOf(first),
    last: dateOf(last),
    writtenAt: dateOf(writtenAt),
    heldCandles,
  };
}

/** The fraction of a float may be a little less than its whole milliseconds. */
const dateOf = (milliseconds: number) => new Date(Math.round(milliseconds));

/**
 * SQL over a row of `series` that its writer has locked: the time of this write, in whole milliseconds, by the database's clock,
 * but at least one millisecond after the series' last write. So a time names one write of its series, also where the clock was
 * set back or another server took over.
 */
export const NEXT_WRITE_AT_SQL = `date_trunc('milliseconds', greatest(clock_timestamp(), last_write_at + interval '1 millisecond'))`;
