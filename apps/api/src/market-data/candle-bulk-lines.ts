import { readCandleCsvHeader } from '#engine/market/candle-csv';
import { CANDLE_FIELDS, type CandleRecord, readCandleRecord } from '#engine/market/candle-record';
import { csvFields, splitCsvLine } from '#engine/market/csv-line';
import type { FieldRule } from '#engine/market/field-rule';
import { OPEN_TIME_RULE, parseOpenTime } from '#engine/market/open-time-text';
import type { Interval } from '#engine/market/interval';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { SeriesFilter } from '#domain/market-data/series.repository';
import { unprocessable } from '../http/api-error';
import type { BulkFormat } from './candle-bulk-body';

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
  const places = placesOf(names, given);
  return (line) => {
    const fields = csvFields(line, names.length);
    if ('field' in fields) return [fields];
    const record = {
      exchange: places.exchange === undefined ? given.exchange : fields[places.exchange],
      symbol: places.symbol === undefined ? given.symbol : fields[places.symbol],
      interval: places.interval === undefined ? given.interval : fields[places.interval],
      open_time: fields[places.time],
      open: fields[places.open],
      high: fields[places.high],
      low: fields[places.low],
      close: fields[places.close],
      volume: fields[places.volume],
    };
    return readCandleRecord(record, record.interval === ('1d' satisfies Interval) ? CSV_DAY : CSV_TIME);
  };
}

function placesOf(names: readonly string[], given: Readonly<Record<string, string>>) {
  let places: ReturnType<typeof readCandleCsvHeader>;
  try {
    places = readCandleCsvHeader(names);
  } catch (error) {
    throw unprocessable([{ field: 'line 1', message: `cannot be used: ${(error as Error).message}` }]);
  }
  const problems = SERIES_NAMES.flatMap((field): FieldProblem[] => {
    const isColumn = places[field] !== undefined;
    if (isColumn && field in given) return [{ field, message: GIVEN_TWICE }];
    if (isColumn || field in given) return [];
    return [{ field, message: `is required, as a column or in the query, and ${CANDLE_FIELDS[field].rule}` }];
  });
  if (problems.length > 0) throw unprocessable(problems);
  return places;
}
