import { type Calendar } from '../calendar/calendar';
import { type CandleColumns, firstCandleAtOrAfter, sliceCandleColumns } from '../market/candle-columns';
import { type PublishedHeadline } from '../sentiment/deduplicate-headlines';
import { isAscending } from './is-ascending';
import { type DataRequest, keyOfRequest, nameOfRequest } from './data-request';

/** Values by ascending times, in ms, as is when each became known; buffers may be SharedArrayBuffers. */
export interface KnownRows {
  readonly kind: 'rows';
  readonly time: Float64Array;
  readonly knownAt: Float64Array;
  /** NaN without a value; flags are 0 and 1. */
  readonly value: Float64Array;
  /** Of all that they are a part of, where that never changes. */
  readonly contentSha256?: string;
}

/** Closed candles of a series, oldest first. */
export interface KnownCandles {
  readonly kind: 'candles';
  readonly candles: CandleColumns;
  /** When each closed, in ms: from then on it is known. */
  readonly closeTime: Float64Array;
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
}

export interface KnownHeadline extends PublishedHeadline {
  /** How good title and summary sound together, -1 to 1. */
  readonly score: number;
}

/** By ascending times of publication, from which on each is known. */
export interface KnownHeadlines {
  readonly kind: 'headlines';
  readonly headlines: readonly KnownHeadline[];
}

export type KnownData = KnownRows | KnownCandles | KnownHeadlines;

/** What strategies read besides the candles that they trade, by the keys of the requests. */
export type DataOfRun = ReadonlyMap<string, KnownData>;

/** What was loaded for a request; a strategy says beforehand what it needs, and all of it is loaded. */
export function knownOf(data: DataOfRun | undefined, request: DataRequest): KnownData {
  const known = data?.get(keyOfRequest(request));
  if (known === undefined) throw new Error(`${nameOfRequest(request)} was not loaded`);
  return known;
}

/** The same without what became known after a moment (ms). */
export function dataKnownBy(data: DataOfRun, moment: number): DataOfRun {
  return new Map([...data].map(([key, known]) => [key, knownBy(known, moment)]));
}

export function knownBy<Known extends KnownData>(known: Known, moment: number): Known;
export function knownBy(known: KnownData, moment: number): KnownData {
  switch (known.kind) {
    case 'rows': {
      const { time, knownAt, value } = known;
      // Views of what may be millions of rows, where they became known one after the other.
      const end = isAscending(knownAt) ? countUntil(knownAt, moment) : undefined;
      const isKnown = (_: number, row: number) => knownAt[row] <= moment;
      const keep = (column: Float64Array) =>
        end === undefined ? column.filter(isKnown) : column.subarray(0, end);
      return { kind: 'rows', time: keep(time), knownAt: keep(knownAt), value: keep(value) };
    }
    case 'candles': {
      const end = countUntil(known.closeTime, moment);
      return {
        ...known,
        candles: sliceCandleColumns(known.candles, 0, end),
        closeTime: known.closeTime.subarray(0, end),
      };
    }
    case 'headlines':
      return {
        kind: 'headlines',
        headlines: known.headlines.filter(({ publishedAt }) => publishedAt <= moment),
      };
  }
}

/** How many of ascending times (whole ms) are not after a moment. */
function countUntil(times: Float64Array, moment: number): number {
  return firstCandleAtOrAfter({ openTime: times, length: times.length }, moment + 1);
}
