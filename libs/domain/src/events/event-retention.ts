import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';

const ROWS_AT_ONCE = 5_000;

/**
 * The oldest rows after a position, as far as they and all before them are too old, too many or too large: what stays has no gaps, also
 * where a row that committed late is older than those before it. Each row knows the bytes of all before it, so neither is counted.
 * The last row stays: the next positions follow it.
 */
const DELETE_OLDEST = `
  with newest as (
    select position, bytes_to from events where position is not null order by position desc limit 1
  ), oldest as (
    select position, bytes_to - bytes as bytes_before, recorded_at from events where position > $4 order by position limit ${ROWS_AT_ONCE}
  ), judged as (
    select oldest.position, bool_and(oldest.position < newest.position
      and (oldest.recorded_at < now() - make_interval(hours => $1) or oldest.position <= newest.position - $2
        or oldest.bytes_before < newest.bytes_to - $3)) over (order by oldest.position) as goes
    from oldest cross join newest
  ), deleted as (
    delete from events using judged where events.position = judged.position and goes returning events.position
  )
  select max(position)::float8 as position from deleted`;

/** Deletes events that are no longer kept. A reader that wants one of them is reset. */
@Injectable()
export class EventRetention {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<
      Environment,
      'eventsKeptHours' | 'eventsKeptRows' | 'eventsKeptMegabytes'
    >,
  ) {}

  /** Of two processes that do it at once the second finds little left. */
  async deleteOld(stop?: AbortSignal): Promise<void> {
    const { eventsKeptHours, eventsKeptRows, eventsKeptMegabytes } = this.environment;
    const values = [eventsKeptHours, eventsKeptRows, eventsKeptMegabytes * 1_000_000];
    // Goes on after what it deleted: the index leads through that until nobody can see it any more.
    let position: number | null = 0;
    while (position !== null && stop?.aborted !== true) {
      const rows: readonly { position: number | null }[] = await this.dataSource.query(DELETE_OLDEST, [
        ...values,
        position,
      ]);
      ({ position } = rows[0]);
    }
  }
}
