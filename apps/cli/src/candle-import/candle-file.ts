import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import type { CandleToWrite } from '#domain/market-data/candlestick.store';
import type { Interval } from '#engine/market/interval';
import type { FieldProblem } from '#engine/market/validate-candle';
import { type CandleFileHeader, readCandleFileHeader } from './candle-file-header';
import { OPEN_TIME_RULE, parseOpenTime } from './open-time-text';

export interface CandleLine {
  /** Counted from 1, the header included. */
  readonly line: number;
  /** Where the line ends in the file. */
  readonly bytesRead: number;
  /** Not validated yet; or why there is none. */
  readonly content: CandleToWrite | readonly FieldProblem[];
}

interface CsvRecord {
  readonly fields: readonly string[];
  readonly line: number;
  readonly bytesRead: number;
}

/** The file's size in bytes; undefined for a pipe. Throws an Error that says why the file cannot be read. */
export async function candleFileSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (found.isDirectory()) throw new Error(`${file} is a directory: name a CSV file`);
  return found.isFile() ? found.size : undefined;
}

/** The lines of a CSV file with a header, read as they are asked for. */
export async function* readCandleFile(file: string, interval: Interval): AsyncGenerator<CandleLine> {
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

  let header: CandleFileHeader | undefined;
  try {
    for await (const { fields, line, bytesRead } of parser as AsyncIterable<CsvRecord>) {
      if (header) {
        yield { line, bytesRead, content: toCandle(fields, header, interval) };
      } else {
        header = readCandleFileHeader(fields);
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

function toCandle(
  fields: readonly string[],
  header: CandleFileHeader,
  interval: Interval,
): CandleToWrite | readonly FieldProblem[] {
  if (fields.length !== header.columnCount) {
    const message = `has ${fields.length} fields where the first line has ${header.columnCount}`;
    return [{ field: 'line', message }];
  }
  const openTime = parseOpenTime(fields[header.time], interval);
  if (openTime === undefined) return [{ field: 'open_time', message: `must be ${OPEN_TIME_RULE}` }];
  return {
    openTime: new Date(openTime),
    open: fields[header.open],
    high: fields[header.high],
    low: fields[header.low],
    close: fields[header.close],
    volume: fields[header.volume],
  };
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
