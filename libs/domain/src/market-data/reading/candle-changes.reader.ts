import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import {
  CHANGES_AFTER_VERSION,
  CHANGES_SINCE_COMMIT,
  LATEST_OF_NAME,
  MOST_CHANGES,
  MOVED,
} from './candle-changes-sql';
import { inCommitOrder, type LateSpan } from '../series/commit-order';
import type { SeriesName } from '../series/series-name';

/** A stored candle as streams publish it; its open time in milliseconds since 1970 UTC. */
export interface PublishedCandle {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly isClosed: boolean;
}

/** A stored candle, with the time in milliseconds of the last write that may have changed it. */
export interface ChangedCandle extends PublishedCandle {
  readonly committedAt: number;
}

/** Before any candle. */
const NEVER = -1;

/** How far somebody knows a series: its newest open time and a time no later than its last commit, both in milliseconds. */
export interface SeriesPosition {
  readonly newestOpenTime: number;
  readonly committedAt: number;
  /**
   * Exactly what they know: all writes before `committedAt`, and of that write the candles up to this open time, in
   * milliseconds. Undefined: all writes up to a commit about that time.
   */
  readonly resumeOpenTime?: number;
}

/** What opens before this was known: of it they need what changed since. Of the rest they need all. In milliseconds. */
export function knownBefore({ newestOpenTime, resumeOpenTime = NEVER }: SeriesPosition): number {
  return Math.max(newestOpenTime, resumeOpenTime + 1);
}

interface SeriesState extends SeriesPosition {
  readonly seriesId: number;
  readonly version: number;
}

export interface LatestCandle extends SeriesState {
  readonly newest?: PublishedCandle;
}

export interface CandleChanges extends LatestCandle {
  /**
   * As they are stored at this version: those that were known before in the order of their commits and open times, then the
   * others, ascending. Undefined where there are too many, or nobody knows any more which.
   */
  readonly candles?: readonly ChangedCandle[];
  /** No candle before this open time has changed. */
  readonly from: number;
}

/** A series of a list, by its position there, whose state is not the one that was seen. */
export interface MovedSeries {
  readonly index: number;
  /** It has another id or fewer writes than were seen: the database was restored. */
  readonly isReplaced: boolean;
}

/** Clocks of servers differ by a little. */
const OVERLAP_MILLISECONDS = 5_000;

type Row = SeriesState & {
  readonly isForgotten: boolean;
  readonly from: number;
  readonly late: string | null;
} & {
  readonly [Field in keyof PublishedCandle]: PublishedCandle[Field] | null;
};

/** Finds what changed in series since somebody last knew them. */
@Injectable()
export class CandleChangesReader {
  constructor(private readonly dataSource: DataSource) {}

  /** Undefined where there is no such series yet. */
  async latest({ exchange, symbol, interval }: SeriesName): Promise<LatestCandle | undefined> {
    const rows = await this.rows('latest-candle', LATEST_OF_NAME, [exchange, symbol, interval]);
    return rows.length === 0 ? undefined : latestOf(rows[0]);
  }

  /** Those that have been written to since, in one query for all. */
  async findMoved(
    seen: readonly { name: SeriesName; seriesId?: number; version: number }[],
  ): Promise<MovedSeries[]> {
    const { rows } = await poolOf(this.dataSource).query<MovedSeries>({
      name: 'moved-series',
      text: MOVED,
      values: [
        seen.map(({ name }) => name.exchange),
        seen.map(({ name }) => name.symbol),
        seen.map(({ name }) => name.interval),
        seen.map(({ seriesId }) => seriesId ?? null),
        seen.map(({ version }) => version),
      ],
    });
    return rows;
  }

  /** What changed after a version in which the newest candle had the given open time. */
  changesAfter(
    name: SeriesName,
    seriesId: number,
    { version, newestOpenTime }: { version: number; newestOpenTime: number },
  ): Promise<CandleChanges> {
    const statement = { name: 'candle-changes-after-version', text: CHANGES_AFTER_VERSION };
    return this.read({ name, seriesId, before: newestOpenTime }, statement, [version]);
  }

  /**
   * The candles from the newest that somebody knows, and the older ones that changed since they knew it: since five seconds
   * before that commit, or from exactly where they were.
   */
  changesSince(name: SeriesName, seriesId: number, known: SeriesPosition): Promise<CandleChanges> {
    const { committedAt, resumeOpenTime } = known;
    const statement = { name: 'candle-changes-since-commit', text: CHANGES_SINCE_COMMIT };
    const since = resumeOpenTime === undefined ? committedAt - OVERLAP_MILLISECONDS : committedAt;
    const values = [new Date(since), new Date(resumeOpenTime ?? NEVER)];
    return this.read({ name, seriesId, before: knownBefore(known) }, statement, values);
  }

  private async read(
    { name, seriesId, before }: { name: SeriesName; seriesId: number; before: number },
    statement: { name: string; text: string },
    values: readonly unknown[],
  ): Promise<CandleChanges> {
    const { exchange, symbol, interval } = name;
    const known = [seriesId, new Date(before), exchange, symbol, interval];
    const rows = await this.rows(statement.name, statement.text, [...known, ...values]);
    // The id is not that of the series any more: the database was restored, and everything may have changed.
    const { isForgotten, from } = rows.at(0) ?? { isForgotten: true, from: 0 };
    if (rows.length > MOST_CHANGES || isForgotten) {
      const nothing = { seriesId, version: 0, committedAt: 0, newestOpenTime: 0 };
      return { ...nothing, ...(await this.latest(name)), from };
    }
    const state = stateOf(rows[0]);
    const candles = rows[0].openTime === null ? [] : rows.map(candleOf);
    const isKnown = ({ openTime }: PublishedCandle) => openTime < before;
    const changed = [
      ...inCommitOrder(candles.filter(isKnown), spansOf(rows[0].late)),
      ...candles
        .filter((candle) => !isKnown(candle))
        .map((candle) => ({ ...candle, committedAt: state.committedAt })),
    ];
    return { ...state, from, candles: changed, newest: candles.at(-1) };
  }

  private async rows(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await poolOf(this.dataSource).query<Row>({ name, text, values })).rows;
  }
}

function latestOf(row: Row): LatestCandle {
  return { ...stateOf(row), newest: row.openTime === null ? undefined : candleOf(row) };
}

function stateOf({ seriesId, version, committedAt, newestOpenTime }: Row): SeriesState {
  return { seriesId, version, committedAt, newestOpenTime };
}

function candleOf({ openTime, open, high, low, close, volume, isClosed }: Row): PublishedCandle {
  return { openTime, open, high, low, close, volume, isClosed } as PublishedCandle;
}

/** Of a text: first, last and commit alternately, in milliseconds. One text is read faster than an array. */
function spansOf(late: string | null): LateSpan[] {
  if (late === null) return [];
  const numbers = late.split(' ').map(Number);
  const spans: LateSpan[] = [];
  for (let index = 0; index < numbers.length; index += 3) {
    const [first, last, committedAt] = numbers.slice(index, index + 3);
    spans.push({ first, last, committedAt });
  }
  return spans;
}
