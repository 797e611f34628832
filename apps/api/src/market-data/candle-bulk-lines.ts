import { type CandleCsvHeader, readCandleCsvHeader } from '#engine/csv/candle-csv';
import {
  CANDLE_FIELDS,
  type CandleRecord,
  readCandleFields,
  readCandleRecord,
} from '#engine/market/candle-record';
import { csvFields, splitCsvLine } from '#engine/csv/csv-line';
import type { FieldRule } from '#engine/market/field-rule';
import { OPEN_TIME_RULE, parseOpenTime } from '#engine/market/parse-open-time';
import type { Interval } from '#engine/market/interval';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { SeriesFilter } from '#domain/market-data/series/series.repository';
import { unprocessable } from '../http/api-error';
import { JsonLineLayout } from './json-line-layout';

export const BULK_FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;

type BulkFormat = (typeof BULK_FORMATS)[keyof typeof BULK_FORMATS];

/** Answers the candle of a line or what is wrong with it; undefined for a line that is none, such as a header. */
export type ReadLine = (line: string) => CandleRecord | readonly FieldProblem[] | undefined;

const SERIES_NAMES = ['exchange', 'symbol', 'interval'] as const;

/** What the request names once for all lines. */
type GivenNames = Readonly<Partial<Record<(typeof SERIES_NAMES)[number], string>>>;

export function lineReader(format: BulkFormat, query: SeriesFilter): ReadLine {
  const given: GivenNames = Object.fromEntries(
    SERIES_NAMES.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
  return format === 'csv' ? csvReader(given) : jsonReader(given);
}

/** Most lines are written as the one before: see JsonLineLayout. */
function jsonReader(given: GivenNames): ReadLine {
  let layout: JsonLineLayout | undefined;
  let columns: CandleCsvHeader | undefined;
  return (line) => {
    const values = layout?.valuesOf(line);
    const candle = values && readCandleFields(recordOf(values, columns!, given));
    if (candle && !('length' in candle)) return candle;
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch {
      return [{ field: 'line', message: 'is not valid JSON' }];
    }
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      return [{ field: 'line', message: 'must be a JSON object' }];
    }
    for (const field in given) {
      if (Object.hasOwn(record, field)) return [{ field, message: GIVEN_TWICE }];
    }
    const fields = { ...record, ...given };
    // A line of an export: the id is the one that the candle has where it was exported.
    if (Object.hasOwn(record, 'id')) Reflect.deleteProperty(fields, 'id');
    const content = readCandleRecord(fields);
    if (!('length' in content)) {
      layout = JsonLineLayout.of(line, record as Record<string, unknown>);
      columns = layout && readCandleCsvHeader(layout.keys);
    }
    return content;
  };
}

/** The record of the values, which are where the columns say. */
function recordOf(values: readonly string[], columns: CandleCsvHeader, given: GivenNames) {
  return {
    exchange: columns.exchange === undefined ? given.exchange : values[columns.exchange],
    symbol: columns.symbol === undefined ? given.symbol : values[columns.symbol],
    interval: columns.interval === undefined ? given.interval : values[columns.interval],
    // eslint-disable-next-line local/wire-keys -- read as a line of JSON is
    open_time: values[columns.time],
    open: values[columns.open],
    high: values[columns.high],
    low: values[columns.low],
    close: values[columns.close],
    volume: values[columns.volume],
  };
}

const GIVEN_TWICE = 'is named by the query already';

function csvReader(given: GivenNames): ReadLine {
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

function csvLineReader(headerLine: string, given: GivenNames): ReadLine {
  const names = splitCsvLine(headerLine);
  if (!names) throw unprocessable([{ field: 'line 1', message: 'has a quote that is not closed' }]);
  const columns = columnsOf(names, given);
  return (line) => {
    const fields = csvFields(line, names.length);
    if ('field' in fields) return [fields];
    const record = recordOf(fields, columns, given);
    return readCandleFields(record, record.interval === ('1d' satisfies Interval) ? CSV_DAY : CSV_TIME);
  };
}

function columnsOf(names: readonly string[], given: GivenNames) {
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
