import { Injectable } from '@nestjs/common';
import { columnsOf, DatasetReader } from '#domain/datasets/dataset-reader';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { toListing } from '../http/listing';
import { positionOf } from '../http/page.dto';
import type { DatasetRowsQuery } from './dataset-query.dto';
import { type Cell, cellAt, toRow } from './dataset-rows.dto';
import { DatasetsService } from './datasets.service';

@Injectable()
export class DatasetRowsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly reader: DatasetReader,
  ) {}

  /** A cursor has the version that its first page was of. */
  async page(name: string, query: DatasetRowsQuery) {
    const { cursor, version: wanted } = query;
    const { version } = await this.datasets.find(name, cursor?.[0] ?? wanted);
    const { offset, limit } = positionOf(query);
    const from = cursor?.[1] ?? offset;
    const columns = columnsOf(version);
    const items: Record<string, Cell>[] = [];
    for await (const rows of this.reader.read(version, columns, from)) {
      const end = Math.min(rows.rows, from + limit - rows.firstRow);
      for (let row = Math.max(0, from - rows.firstRow); row < end; row++)
        items.push(toRow(rows, columns, row));
      if (items.length === limit) break;
    }
    const follows = from + items.length < version.rowCount && items.length > 0;
    const next = follows ? ([version.version, from + items.length] as const) : undefined;
    return toListing(query, { items, total: version.rowCount, next }, (item) => item);
  }

  /** The rows as PUT takes them. */
  async csv(name: string, wanted: number | undefined): Promise<AsyncIterable<string>> {
    const { version } = await this.datasets.find(name, wanted);
    const { reader } = this;
    const columns = columnsOf(version);
    return (async function* () {
      yield toCsvLine(columns.map((column) => column.name));
      for await (const { rows, columns: values } of reader.read(version, columns)) {
        yield* linesOf(rows, (row) => columns.map(({ type }, index) => cellAt(values[index], type, row)));
      }
    })();
  }
}

/** Of what is sent at once, so that other requests are not kept waiting. */
const LINES_AT_ONCE = 1_000;

function* linesOf(rows: number, cellsOf: (row: number) => readonly Cell[]): Generator<string> {
  for (let start = 0; start < rows; start += LINES_AT_ONCE) {
    let text = '';
    for (let row = start; row < Math.min(rows, start + LINES_AT_ONCE); row++) {
      text += toCsvLine(cellsOf(row).map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)));
    }
    yield text;
  }
}
