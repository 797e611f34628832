import { csvFields, splitCsvLine } from '../csv/csv-line';
import type { FieldProblem } from '../market/validate-candle';

/** The cells of a line by the names of the first one, or what is wrong with the line. */
export type CellsOfLine = (line: string) => readonly unknown[] | FieldProblem;

/** What the first line says: the names of the columns, and, where it is a row itself, its cells. */
export interface FirstLine {
  readonly names: readonly string[];
  readonly isRow: boolean;
  readonly cellsOf: CellsOfLine;
}

export const DATASET_FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;

export type DatasetFormat = (typeof DATASET_FORMATS)[keyof typeof DATASET_FORMATS];

/** The first line of CSV is a header; that of NDJSON is an object, whose names all others have. */
export function readFirstLine(line: string, format: DatasetFormat): FirstLine | FieldProblem {
  return format === 'csv' ? csvHeader(line) : jsonNames(line);
}

function csvHeader(line: string): FirstLine | FieldProblem {
  const names = splitCsvLine(line);
  if (!names) return { field: 'line', message: 'has a quote that is not closed' };
  return { names, isRow: false, cellsOf: (row) => csvFields(row, names.length) };
}

function jsonNames(line: string): FirstLine | FieldProblem {
  const first = objectOf(line);
  if ('problem' in first) return first.problem;
  const names = Object.keys(first.object);
  const known = new Set(names);
  const cellsOf = (row: string) => {
    const read = objectOf(row);
    if ('problem' in read) return read.problem;
    const further = Object.keys(read.object).find((name) => !known.has(name));
    if (further !== undefined)
      return { field: further, message: 'is no column: the first line does not name it' };
    // What a line leaves out has no value in it; nothing is taken from the prototype.
    return names.map((name) => (Object.hasOwn(read.object, name) ? read.object[name] : null));
  };
  return { names, isRow: true, cellsOf };
}

type Read = { readonly object: Readonly<Record<string, unknown>> } | { readonly problem: FieldProblem };

function objectOf(line: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: { field: 'line', message: 'is not valid JSON' } };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { object: value as Record<string, unknown> };
  }
  return { problem: { field: 'line', message: 'must be a JSON object' } };
}
