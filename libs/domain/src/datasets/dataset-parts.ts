import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DatasetBlock } from '#engine/datasets/dataset-rows';
import { poolOf } from '../postgres/pool';
import { encodeColumn } from './encode-column';

/** An upload that has stored nothing for so long has lost its process. */
const ABANDONED_HOURS = 24;

/** Rows of uploads, which a version makes readable in the end. Each block is a transaction, so that no upload holds one open. */
@Injectable()
export class DatasetParts {
  constructor(private readonly dataSource: DataSource) {}

  /** Answers the id of a new part, and deletes those that lost their process. */
  async begin(): Promise<number> {
    await this.dataSource.query(
      'delete from dataset_parts where dataset_id is null and renewed_at < now() - make_interval(hours => $1)',
      [ABANDONED_HOURS],
    );
    const [{ id }] = await this.dataSource.query<[{ id: number }]>(
      'insert into dataset_parts default values returning id',
    );
    return id;
  }

  async store(partId: number, sequence: number, { rows, columns }: DatasetBlock): Promise<void> {
    const contents: (Buffer | null)[] = [];
    for (const values of columns) contents.push(await encodeColumn(values));
    const lines = contents.map((_, index) => `($1, $2, ${index}, $3, $${index + 4}::bytea)`);
    // Past the ORM, which would log and convert each of the buffers.
    await poolOf(this.dataSource).query(
      `with renewed as (update dataset_parts set renewed_at = now() where id = $1)
       insert into dataset_blocks (part_id, sequence, column_index, row_count, content) values ${lines.join(', ')}`,
      [partId, sequence, rows, ...contents],
    );
  }

  async discard(partId: number): Promise<void> {
    await this.dataSource.query('delete from dataset_parts where id = $1', [partId]);
  }
}
