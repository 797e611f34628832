import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../postgres/pool';
import type { EventKind, RecordedEvent } from './events';

/** What a reader wants; everything where nothing is given. */
export interface EventFilter {
  readonly kinds?: readonly EventKind[];
  /** Verbatim. */
  readonly exchange?: string;
  readonly symbol?: string;
}

/** What one commit reported of one kind. */
export interface NumberedEvents {
  readonly position: number;
  readonly events: readonly RecordedEvent[];
}

export interface EventPage {
  /** Ascending by position; those that hold nothing that is wanted are left out. */
  readonly rows: readonly NumberedEvents[];
  /** After it the page begins: where the reader is, unless it was reset. */
  readonly from: number;
  /** Everything up to here has been read: the next page is after it. */
  readonly position: number;
  /** More may follow at once. */
  readonly hasMore: boolean;
  /**
   * Rows after the position that was given are deleted, or it is none of this database (it was restored): the page begins with the
   * first row that is kept, and what the reader knows is out of date.
   */
  readonly isReset: boolean;
}

/** A page reads so many rows at most, however few of them are wanted. */
const POSITIONS_AT_ONCE = 5_000;
const BYTES_AT_ONCE = 1_000_000;

const BOUNDS = `
  select coalesce(min(position), 1)::float8 as first, coalesce(max(position), 0)::float8 as last from events`;

/** The content of rows that are not wanted, or not any more, is never read. */
const PAGE = `
  select position::float8 as position, kind, content, recorded_at as "recordedAt", wanted::integer
  from (
    select *, sum(bytes) over (order by position) - bytes as bytes_before, count(*) over () as wanted
    from events
    where position > $1 and position <= $2 and ($3::text[] is null or kind = any($3))
      and ($4::text is null or exchange is null or exchange = $4) and ($5::text is null or symbol is null or symbol = $5)
  ) event
  where bytes_before < $7
  order by position limit $6`;

/** An item of a row; those of candles say themselves when they were committed. */
type Item = RecordedEvent['data'] & { readonly recordedAt?: number };

interface Row {
  readonly position: number;
  readonly kind: EventKind;
  readonly content: readonly Item[];
  readonly recordedAt: Date;
  /** How many rows up to the last position of the page are wanted. */
  readonly wanted: number;
}

/** Reads recorded events in the order of their positions. */
@Injectable()
export class EventReader {
  constructor(private readonly dataSource: DataSource) {}

  /** The last position that was given; 0 before the first one. */
  async last(): Promise<number> {
    return (await this.bounds()).last;
  }

  /** What follows a position, at most so many rows and, but for the last of them, bytes of content before compression. */
  async after(
    position: number,
    mostRows = 1_000,
    filter: EventFilter = {},
    mostBytes = BYTES_AT_ONCE,
  ): Promise<EventPage> {
    const { first, last } = await this.bounds();
    const isReset = position < first - 1 || position > last;
    const from = isReset ? first - 1 : position;
    const to = Math.min(last, from + POSITIONS_AT_ONCE);
    const { kinds = null, exchange = null, symbol = null } = filter;
    const { rows } = await poolOf(this.dataSource).query<Row>({
      name: 'events-after',
      text: PAGE,
      values: [from, to, kinds, exchange, symbol, mostRows, mostBytes],
    });
    const isWhole = rows.length === (rows.at(0)?.wanted ?? 0);
    const reached = isWhole ? to : rows[rows.length - 1].position;
    return {
      rows: rows.map((row) => toEvents(row, filter)).filter(({ events }) => events.length > 0),
      from,
      position: reached,
      hasMore: reached < last,
      isReset,
    };
  }

  private async bounds(): Promise<{ first: number; last: number }> {
    const { rows } = await poolOf(this.dataSource).query<{ first: number; last: number }>({
      name: 'event-bounds',
      text: BOUNDS,
    });
    return rows[0];
  }
}

function toEvents({ position, kind, content, recordedAt }: Row, filter: EventFilter): NumberedEvents {
  const events = content
    .filter((item) => isWanted(item, filter))
    .map(({ recordedAt: committedAt = recordedAt.getTime(), ...data }) => {
      return { kind, recordedAt: new Date(committedAt), data } as RecordedEvent;
    });
  return { position, events };
}

/** Of a row that is about several series. */
function isWanted(item: Item, filter: EventFilter): boolean {
  const about = item as { readonly exchange?: unknown; readonly symbol?: unknown };
  const { exchange = about.exchange, symbol = about.symbol } = filter;
  return about.exchange === exchange && about.symbol === symbol;
}
