import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { csvFields, splitCsvLine } from '#engine/csv/csv-line';
import type { FieldProblem } from '#engine/market/validate-candle';
import { readTextLines, type UnreadableLine } from '#platform/text/read-text-lines';

export interface CsvLine<Item extends object> {
  /** Counted from 1, the header included. */
  readonly line: number;
  /** Where the line ends in the file, or one of those that were read with it. */
  readonly bytesRead: number;
  /** What the line says; or why that is unknown. */
  readonly content: Item | readonly FieldProblem[];
}

/** Reads the names of the columns, and answers what reads a line of as many fields. */
type ReadHeader<Item extends object> = (
  names: readonly string[],
) => (fields: readonly string[]) => CsvLine<Item>['content'];

/** Far beyond any line of candles: what is longer is no line. */
const LONGEST_LINE_BYTES = 65_536;

/** The file's size in bytes; undefined for a pipe. Throws an Error that says why the file cannot be read. */
export async function csvFileSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (found.isDirectory()) throw new Error(`${file} is a directory: name a CSV file`);
  return found.isFile() ? found.size : undefined;
}

/** The lines of a CSV file with a header, read as they are consumed. */
export async function* readCsvLines<Item extends object>(
  file: string,
  readHeader: ReadHeader<Item>,
): AsyncGenerator<CsvLine<Item>> {
  let header: ReturnType<typeof headerOf<Item>> | undefined;
  try {
    const chunks = createReadStream(file) as AsyncIterable<Buffer>;
    for await (const { firstLine, lines, bytesRead } of readTextLines(chunks, {
      longestLineBytes: LONGEST_LINE_BYTES,
    })) {
      for (const [index, text] of lines.entries()) {
        if (typeof text === 'string' && text.trim() === '') continue;
        const line = firstLine + index;
        if (header) yield { line, bytesRead, content: contentOf(text, header) };
        else header = headerOf(text, readHeader);
      }
    }
  } catch (error) {
    throw isSystemError(error) ? unreadable(file, error) : error;
  }
  if (!header) throw new Error(`${file} is empty: its first line must name the columns`);
}

function headerOf<Item extends object>(text: string | UnreadableLine, readHeader: ReadHeader<Item>) {
  const names = typeof text === 'string' ? splitCsvLine(text) : undefined;
  if (!names) throw new Error('The first line must name the columns, separated by commas');
  return { count: names.length, read: readHeader(names) };
}

function contentOf<Item extends object>(
  text: string | UnreadableLine,
  { count, read }: ReturnType<typeof headerOf<Item>>,
): CsvLine<Item>['content'] {
  if (typeof text !== 'string') return [{ field: 'line', message: text.fault }];
  const fields = csvFields(text, count);
  return 'field' in fields ? [fields] : read(fields);
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
