import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type ColumnValues,
  type StoredType,
  SYMBOL_COLUMN,
  TIME_COLUMN,
} from '#engine/datasets/dataset-column';
import { poolOf } from '../postgres/pool';
import type { DatasetVersion } from './dataset-version.entity';
import { decodeColumn } from './encode-column';

export interface StoredColumn {
  readonly name: string;
  readonly type: StoredType;
  /** Of its blocks. */
  readonly index: number;
}

export interface StoredRows {
  /** Counted from 0 in the version. */
  readonly firstRow: number;
  readonly rows: number;
  /** Those that were requested. */
  readonly columns: readonly ColumnValues[];
}

type VersionRows = Pick<DatasetVersion, 'parts' | 'rowCount'>;

/** The dataset was deleted while it was read. */
export class DatasetDeleted extends Error {}

/** All columns of a version in the sequence of their blocks: the time, the symbol where there is one, the others. */
export function columnsOf({
  columns,
  symbolCount,
}: Pick<DatasetVersion, 'columns' | 'symbolCount'>): StoredColumn[] {
  const key = [
    { name: TIME_COLUMN, type: 'time' as const },
    ...(symbolCount === null ? [] : [{ name: SYMBOL_COLUMN, type: 'text' as const }]),
  ];
  return [...key, ...columns].map(({ name, type }, index) => ({ name, type, index }));
}

/** The column of that name where it has numbers or flags, which strategies can read. */
export function readableColumn(
  version: Pick<DatasetVersion, 'columns' | 'symbolCount'>,
  name: string,
): StoredColumn | undefined {
  return columnsOf(version).find(
    (column) => column.name === name && (column.type === 'number' || column.type === 'flag'),
  );
}

/** So many blocks are on their way at once where all are used: the database reads one while another is decompressed. */
const BLOCKS_AT_ONCE = 2;

/** Reads the rows of a version block by block; between blocks no connection is held. */
@Injectable()
export class DatasetReader {
  constructor(private readonly dataSource: DataSource) {}

  /** From the block that has the row `from` on, each read when it is wanted. */
  async *read(version: VersionRows, columns: readonly StoredColumn[], from = 0): AsyncGenerator<StoredRows> {
    for (const block of await this.listBlocks(version)) {
      if (block.firstRow + block.rows > from) yield this.readBlock(block, columns);
    }
  }

  /** All of them, for who uses them to the end. */
  async *readAll(version: VersionRows, columns: readonly StoredColumn[]): AsyncGenerator<StoredRows> {
    const reading: Promise<StoredRows>[] = [];
    for (const block of await this.listBlocks(version)) {
      const read = this.readBlock(block, columns);
      // It rejects where it is awaited, unless one before it did.
      read.catch(() => undefined);
      if (reading.push(read) === BLOCKS_AT_ONCE) yield reading.shift()!;
    }
    yield* reading;
  }

  private async listBlocks({ parts, rowCount }: VersionRows): Promise<BlockRow[]> {
    const { rows: blocks } = await poolOf(this.dataSource).query<BlockRow>(
      `select part_id as "partId", sequence, row_count as rows,
         (sum(row_count) over (order by part.position, sequence) - row_count)::float8 as "firstRow"
       from unnest($1::integer[]) with ordinality part (id, position) join dataset_blocks on part_id = part.id
       where column_index = 0 order by part.position, sequence`,
      [parts],
    );
    const stored = blocks.reduce((sum, { rows }) => sum + rows, 0);
    if (stored !== rowCount) throw new DatasetDeleted('The dataset was deleted while it was read');
    return blocks;
  }

  private async readBlock(
    { partId, sequence, firstRow, rows: count }: BlockRow,
    columns: readonly StoredColumn[],
  ): Promise<StoredRows> {
    const { rows } = await poolOf(this.dataSource).query<{ index: number; content: Buffer | null }>(
      `select column_index as index, content from dataset_blocks
       where part_id = $1 and sequence = $2 and column_index = any($3)`,
      [partId, sequence, columns.map(({ index }) => index)],
    );
    const contents = new Map(rows.map(({ index, content }) => [index, content]));
    const decoded = await Promise.all(
      columns.map(({ type, index }) => {
        const content = contents.get(index);
        if (content === undefined) throw new DatasetDeleted('The dataset was deleted while it was read');
        return decodeColumn(type, content);
      }),
    );
    return { firstRow, rows: count, columns: decoded };
  }
}

interface BlockRow {
  readonly partId: number;
  readonly sequence: number;
  readonly rows: number;
  /** Counted from 0 in the version. */
  readonly firstRow: number;
}
