import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import type { FieldProblem } from '#engine/market/validate-candle';

export interface CsvLine<Item extends object> {
  /** Counted from 1, the header included. */
  readonly line: number;
  /** Where the line ends in the file. */
  readonly bytesRead: number;
  /** What the line says; or why that cannot be told. */
  readonly content: Item | readonly FieldProblem[];
}

/** Reads the names of the columns, and answers what reads a line of as many fields. */
type ReadHeader<Item extends object> = (
  names: readonly string[],
) => (fields: readonly string[]) => CsvLine<Item>['content'];

interface CsvRecord {
  readonly fields: readonly string[];
  readonly line: number;
  readonly bytesRead: number;
}

/** The file's size in bytes; undefined for a pipe. Throws an Error that says why the file cannot be read. */
export async function csvFileSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (found.isDirectory()) throw new Error(`${file} is a directory: name a CSV file`);
  return found.isFile() ? found.size : undefined;
}

/** The lines of a CSV file with a header, read as they are asked for. */
export async function* readCsvLines<Item extends object>(
  file: string,
  readHeader: ReadHeader<Item>,
): AsyncGenerator<CsvLine<Item>> {
  let lastWholeLine = 0;
  const options: Options<CsvRecord, string[]> = {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    // A line with too few or too many fields is refused by itself instead of ending the whole.
    relax_column_count: true,
    relax_quotes: true,
    on_record: (fields, { lines, bytes }) => {
      // A failing parser drops the records that nobody has taken yet: only here does it tell how far it came.
      lastWholeLine = lines;
      return { fields, line: lines, bytesRead: bytes };
    },
  };
  // The parser's types know records of another kind only where it names the columns itself.
  const parser = parse(options as unknown as Options);
  // The callback has nothing to do: a failure of either end reaches the loop below through the parser.
  pipeline(createReadStream(file), parser, () => undefined);

  let header: { readonly count: number; readonly read: ReturnType<ReadHeader<Item>> } | undefined;
  try {
    for await (const { fields, line, bytesRead } of parser as AsyncIterable<CsvRecord>) {
      if (header === undefined) {
        header = { count: fields.length, read: readHeader(fields) };
      } else if (fields.length !== header.count) {
        const message = `has ${fields.length} fields where the first line has ${header.count}`;
        yield { line, bytesRead, content: [{ field: 'line', message }] };
      } else {
        yield { line, bytesRead, content: header.read(fields) };
      }
    }
  } catch (error) {
    // Past a quote that is not closed, where a line ends is anyone's guess.
    if (error instanceof CsvError)
      throw new Error(`${file} is no CSV after line ${lastWholeLine}: ${error.message}`);
    throw isSystemError(error) ? unreadable(file, error) : error;
  }
  if (!header) throw new Error(`${file} is empty: its first line must name the columns`);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

function unreadable(file: string, error: unknown): Error {
  const code = isSystemError(error) ? error.code : undefined;
  if (code === 'ENOENT') return new Error(`${file} does not exist`);
  if (code === 'EACCES') return new Error(`${file} may not be read: its permissions do not allow it`);
  return new Error(`${file} cannot be read: ${String(error)}`);
}
