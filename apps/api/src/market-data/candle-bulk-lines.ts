import { readCandleCsvHeader } from '#engine/csv/candle-csv';
import { CANDLE_FIELDS, type CandleRecord, readCandleRecord } from '#engine/market/candle-record';
import { csvFields, splitCsvLine } from '#engine/csv/csv-line';
import type { FieldRule } from '#engine/market/field-rule';
import { OPEN_TIME_RULE, parseOpenTime } from '#engine/market/parse-open-time';
import type { Interval } from '#engine/market/interval';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { SeriesFilter } from '#domain/market-data/series/series.repository';
import { unprocessable } from '../http/api-error';

export const BULK_FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;

type BulkFormat = (typeof BULK_FORMATS)[keyof typeof BULK_FORMATS];

/** Answers the candle of a line or what is wrong with it; undefined for a line that is none, such as a header. */
export type ReadLine = (line: string) => CandleRecord | readonly FieldProblem[] | undefined;

const SERIES_NAMES = ['exchange', 'symbol', 'interval'] as const;

/** `given`: what the request names once for all lines. */
export function lineReader(format: BulkFormat, given: SeriesFilter): ReadLine {
  const names = SERIES_NAMES.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return format === 'csv' ? csvReader(Object.fromEntries(names)) : jsonReader(names);
}

function jsonReader(given: readonly (readonly [string, string])[]): ReadLine {
  return (line) => {
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch {
      return [{ field: 'line', message: 'is not valid JSON' }];
    }
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      return [{ field: 'line', message: 'must be a JSON object' }];
    }
    for (const [field, value] of given) {
      if (Object.hasOwn(record, field)) return [{ field, message: GIVEN_TWICE }];
      Object.assign(record, { [field]: value });
    }
    return readCandleRecord(record as Record<string, unknown>);
  };
}

const GIVEN_TWICE = 'is named by the query already';

function csvReader(given: Readonly<Record<string, string>>): ReadLine {
  let read: ReadLine | undefined;
  return (line) => {
    if (read) return read(line);
    read = csvLineReader(line, given);
    return undefined;
  };
}

/** Times of a file come in more forms than those of a request; a date alone is the time of a day's candle only. */
const CSV_TIME: FieldRule<number> = {
  rule: `must be ${OPEN_TIME_RULE}`,
  read: (text) => parseOpenTime(text as string, '1h'),
};
const CSV_DAY: FieldRule<number> = { ...CSV_TIME, read: (text) => parseOpenTime(text as string, '1d') };

function csvLineReader(headerLine: string, given: Readonly<Record<string, string>>): ReadLine {
  const names = splitCsvLine(headerLine);
  if (!names) throw unprocessable([{ field: 'line 1', message: 'has a quote that is not closed' }]);
  const columns = columnsOf(names, given);
  return (line) => {
    const fields = csvFields(line, names.length);
    if ('field' in fields) return [fields];
    const record = {
      exchange: columns.exchange === undefined ? given.exchange : fields[columns.exchange],
      symbol: columns.symbol === undefined ? given.symbol : fields[columns.symbol],
      interval: columns.interval === undefined ? given.interval : fields[columns.interval],
      // eslint-disable-next-line local/wire-keys -- read as a line of JSON is
      open_time: fields[columns.time],
      open: fields[columns.open],
      high: fields[columns.high],
      low: fields[columns.low],
      close: fields[columns.close],
      volume: fields[columns.volume],
    };
    return readCandleRecord(record, record.interval === ('1d' satisfies Interval) ? CSV_DAY : CSV_TIME);
  };
}

function columnsOf(names: readonly string[], given: Readonly<Record<string, string>>) {
  let columns: ReturnType<typeof readCandleCsvHeader>;
  try {
    columns = readCandleCsvHeader(names);
  } catch (error) {
    throw unprocessable([{ field: 'line 1', message: `cannot be used: ${(error as Error).message}` }]);
  }
  const problems = SERIES_NAMES.flatMap((field): FieldProblem[] => {
    const isColumn = columns[field] !== undefined;
    if (isColumn && field in given) return [{ field, message: GIVEN_TWICE }];
    if (isColumn || field in given) return [];
    return [{ field, message: `is required, as a column or in the query, and ${CANDLE_FIELDS[field].rule}` }];
  });
  if (problems.length > 0) throw unprocessable(problems);
  return columns;
}
