import { Injectable } from '@nestjs/common';
import type { QueryResult } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from '../postgres/pool';
import { withConnection } from '../postgres/with-connection';

/** The Postgres channel on which the last position is published. */
export const EVENT_CHANNEL = 'candelabra_events';

/** Whoever numbers rows holds it until the commit; another key than those of LOCK_KEYS. */
const LOCK_KEY = 8_003_176_375;
const ROWS_AT_ONCE = 2_000;

const MILLISECONDS_OF = (number: string) => `${number} * interval '1 millisecond'`;

const LOCK = `begin; select pg_try_advisory_xact_lock(${LOCK_KEY}) as locked`;

/**
 * Rows that have committed, in the order of their ids, get the positions after the last one. One that commits late, after later ids
 * were numbered, gets a later position: a reader never misses it. The statement begins under the lock, so it sees
 * what the one before numbered; and readers see positions in ascending order, because the lock is let go after the commit.
 *
 * `recorded_at` becomes at least a millisecond later than that of the position before, so that no two rows have the same one: two
 * corrections of a thing within a millisecond are two events.
 */
const NUMBER = `
  with last as (
    select position, bytes_to, recorded_at from events where position is not null order by position desc limit 1
  ), ordered as (
    select id, bytes, date_trunc('milliseconds', recorded_at) as recorded_at, row_number() over (order by id) as number
    from events where position is null order by id limit ${ROWS_AT_ONCE}
  ), next as materialized (
    select id, number, sum(bytes) over (order by id) as bytes, ${MILLISECONDS_OF('number')} + greatest(
      (select recorded_at from last), max(recorded_at - ${MILLISECONDS_OF('number')}) over (order by id)) as recorded_at
    from ordered
  ), numbered as (
    update events
      set position = coalesce((select position from last), 0) + next.number,
          bytes_to = coalesce((select bytes_to from last), 0) + next.bytes,
          recorded_at = next.recorded_at
    from next where events.id = next.id
    returning events.kind, events.event_count, events.position
  ), notified as (
    select pg_notify('${EVENT_CHANNEL}', max(position)::text) from numbered having count(*) > 0
  )
  select kind, count(*)::integer as rows, sum(event_count)::float8 as events, (select count(*) from notified) as notified
  from numbered group by kind;
  commit`;

export interface NumberedKind {
  readonly kind: string;
  readonly rows: number;
  readonly events: number;
}

/** Gives the rows of `events` their positions. Any number of processes may try; one at a time does it. */
@Injectable()
export class EventNumbers {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * What was numbered, by kind; `isComplete` is false where rows may be left, as there were many. `busy`: another process is at it, and
   * may have begun before the newest rows committed.
   */
  assign(): Promise<{ readonly kinds: readonly NumberedKind[]; readonly isComplete: boolean } | 'busy'> {
    return withConnection(poolOf(this.dataSource), async (client) => {
      const [, locked] = (await client.query(LOCK)) as unknown as QueryResult<{ locked: boolean }>[];
      if (!locked.rows[0].locked) {
        await client.query('rollback');
        return 'busy';
      }
      const [{ rows: kinds }] = (await client.query(NUMBER)) as unknown as QueryResult<NumberedKind>[];
      const rows = kinds.reduce((sum, kind) => sum + kind.rows, 0);
      return { kinds, isComplete: rows < ROWS_AT_ONCE };
    });
  }

  /** Whether rows have committed that have no position. */
  async hasUnnumbered(): Promise<boolean> {
    const { rows } = await poolOf(this.dataSource).query<{ found: boolean }>({
      name: 'unnumbered-events',
      text: 'select exists (select from events where position is null) as found',
    });
    return rows[0].found;
  }
}
