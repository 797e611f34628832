import { readDatasetHeader } from '#engine/datasets/dataset-header';
import { type CellsOfLine, type DatasetFormat, readFirstLine } from '#engine/datasets/dataset-lines';
import { DatasetRows } from '#engine/datasets/dataset-rows';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { UnreadableLine } from '#platform/text/read-text-lines';
import { unprocessable } from '../http/api-error';
import type { UploadSetting } from './upload-setting';

interface Reading {
  readonly rows: DatasetRows;
  readonly cellsOf: CellsOfLine;
}

/** Reads the lines of an upload into rows, and notes what is wrong by line and column. */
export class DatasetLineReader {
  readonly problems: FieldProblem[] = [];
  private reading: Reading | undefined;

  constructor(
    private readonly format: DatasetFormat,
    private readonly setting: UploadSetting,
  ) {}

  /** Undefined before the first line. */
  get rows(): DatasetRows | undefined {
    return this.reading?.rows;
  }

  /** Throws where the first line names no columns that can be used. */
  read(text: string | UnreadableLine, line: number): void {
    if (typeof text !== 'string') {
      this.problems.push({ field: `line ${line}`, message: text.fault });
      return;
    }
    const isFirst = this.reading === undefined;
    this.reading ??= this.begin(text, line);
    if (isFirst && this.format === 'csv') return;
    const { rows, cellsOf } = this.reading;
    const cells = cellsOf(text);
    const problems = 'field' in cells ? [cells] : rows.add(cells, line, text.length);
    for (const { field, message } of problems) {
      this.problems.push({
        field: field === 'line' ? `line ${line}` : `line ${line}, column ${field}`,
        message,
      });
    }
  }

  private begin(text: string, line: number): Reading {
    const first = readFirstLine(text, this.format);
    if ('field' in first) throw unprocessable([{ field: `line ${line}`, message: first.message }]);
    const { availableAt, types, base } = this.setting;
    const present = base && {
      hasSymbol: base.version.symbolCount !== null,
      names: base.version.columns.map(({ name }) => name),
    };
    const header = readDatasetHeader(first.names, { types, availableAt, ...(present && { present }) });
    if ('problems' in header) throw unprocessable(header.problems);
    return { rows: new DatasetRows(header, base?.version.lastTimes), cellsOf: first.cellsOf };
  }
}
