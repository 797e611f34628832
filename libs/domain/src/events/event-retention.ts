import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';

const ROWS_AT_ONCE = 5_000;

/**
 * The oldest rows, as far as they are too old, too many or too large. Positions have no gaps and each row knows the bytes of all before
 * it, so neither is counted. The last row stays: the next positions follow it.
 */
const DELETE_OLDEST = `
  with newest as (
    select position, bytes_to from events where position is not null order by position desc limit 1
  ), oldest as (
    select position, bytes_to - bytes as bytes_before, recorded_at from events where position is not null order by position limit ${ROWS_AT_ONCE}
  )
  delete from events using newest, oldest
  where events.position = oldest.position and oldest.position < newest.position
    and (oldest.recorded_at < now() - make_interval(hours => $1) or oldest.position <= newest.position - $2
      or oldest.bytes_before < newest.bytes_to - $3)`;

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
    let deleted = ROWS_AT_ONCE;
    while (deleted > 0 && stop?.aborted !== true) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(DELETE_OLDEST, values);
    }
  }
}
