import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How many events are kept, and how far numbering is. */
@Injectable()
export class EventFigures {
  constructor(private readonly dataSource: DataSource) {}

  /** Positions have no gaps, so rows are not counted; 0 s where none waits. */
  async read(): Promise<{ readonly rows: number; readonly oldestSeconds: number }> {
    const [figures] = await this.dataSource.query<[{ rows: number; oldestSeconds: number }]>(
      `select coalesce(max(position) - min(position) + 1, 0)::float8 as rows,
         coalesce((select extract(epoch from clock_timestamp() - recorded_at) from events
           where position is null order by id limit 1), 0)::float8 as "oldestSeconds"
       from events`,
    );
    return figures;
  }
}
