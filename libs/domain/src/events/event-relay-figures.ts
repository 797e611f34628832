import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How far the relay is, over all processes. */
@Injectable()
export class EventRelayFigures {
  constructor(private readonly dataSource: DataSource) {}

  /** Rows that the broker has not acknowledged, and how long ago the oldest of them was recorded; 0 where there is none. */
  async read(): Promise<{ readonly rows: number; readonly oldestSeconds: number }> {
    const [figures] = await this.dataSource.query<[{ rows: number; oldestSeconds: number }]>(
      `select greatest(coalesce((select max(position) from events), 0) - relay.position, 0)::float8 as rows,
         greatest((select extract(epoch from clock_timestamp() - recorded_at) from events
           where position > relay.position order by position limit 1), 0)::float8 as "oldestSeconds"
       from (select coalesce(max(position), 0) as position from event_relay_positions) relay`,
    );
    return figures;
  }
}
