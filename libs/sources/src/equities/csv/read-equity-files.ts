import { readCandleCsvHeader } from '#engine/csv/candle-csv';
import { findColumns } from '#engine/csv/csv-columns';
import { DECIMAL_TEXT_RULE, isDecimalText, isPositiveDecimalText } from '#engine/decimal/decimal-text';
import { formatDate } from '#engine/market/parse-time';
import type { SourceCandle } from '../../exchanges/exchange-source';
import type { SessionSpan } from '../complete-history';
import type { Dividend, Split } from '../equity-source';
import { type CsvFile, readCsvFile } from './read-csv-file';
import { parseSessionDate, SESSION_DATE_RULE } from './session-date';

const NUMBER_FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The candles of the span, each number as it is written. Of two for one date the later counts, so that memory is bounded by the span. */
export async function readDailyCandleFile(
  file: CsvFile,
  { from, to }: SessionSpan,
  signal: AbortSignal,
): Promise<SourceCandle[]> {
  const byTime = new Map<number, SourceCandle>();
  const start = (names: readonly string[]) => {
    const indices = readCandleCsvHeader(names);
    return (fields: readonly string[]) => {
      const openTime = parseSessionDate(fields[indices.time]);
      if (openTime === undefined) return { field: names[indices.time], message: SESSION_DATE_RULE };
      if (openTime < from || openTime > to) return undefined;
      const bad = NUMBER_FIELDS.find((field) => !isDecimalText(fields[indices[field]]));
      if (bad) return { field: bad, message: `must be ${DECIMAL_TEXT_RULE}` };
      const [open, high, low, close, volume] = NUMBER_FIELDS.map((field) => fields[indices[field]]);
      byTime.set(openTime, { openTime, open, high, low, close, volume });
      return undefined;
    };
  };
  await readCsvFile(file, start, signal);
  return [...byTime.values()];
}

export async function readSplitFile(file: CsvFile, signal: AbortSignal): Promise<Split[]> {
  const rows = await readEvents(file, ['numerator', 'denominator'], signal);
  return rows.map(([exDate, numerator, denominator]) => ({ exDate, numerator, denominator }));
}

export async function readDividendFile(file: CsvFile, signal: AbortSignal): Promise<Dividend[]> {
  const rows = await readEvents(file, ['amount'], signal);
  return rows.map(([exDate, amount]) => ({ exDate, amount }));
}

/** For each line the ex-date, then the numbers by their names, all of them above 0. */
async function readEvents(
  file: CsvFile,
  numbers: readonly string[],
  signal: AbortSignal,
): Promise<string[][]> {
  const rows: string[][] = [];
  const columns = ['ex_date', ...numbers].map((name) => ({ what: name, names: [name] }));
  const start = (names: readonly string[]) => {
    const [dateIndex, ...indices] = findColumns(names, columns, columns.map(({ what }) => what).join(', '));
    return (fields: readonly string[]) => {
      const date = parseSessionDate(fields[dateIndex!]);
      if (date === undefined) return { field: 'ex_date', message: SESSION_DATE_RULE };
      const values = indices.map((index) => fields[index!]);
      const bad = values.findIndex((value) => !isPositiveDecimalText(value));
      if (bad >= 0) return { field: numbers[bad], message: `must be above 0 and ${DECIMAL_TEXT_RULE}` };
      rows.push([formatDate(date), ...values]);
      return undefined;
    };
  };
  await readCsvFile(file, start, signal);
  return rows;
}
