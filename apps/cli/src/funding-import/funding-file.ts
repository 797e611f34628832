import type { FundingToWrite } from '#domain/funding/funding-rates';
import { findColumns } from '#engine/csv/csv-columns';
import { isDecimalText, isPositiveDecimalText } from '#engine/decimal/decimal-text';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { parseTimeText } from '#engine/market/parse-time';
import type { FieldProblem } from '#engine/market/validate-candle';
import { type CsvLine, readCsvLines } from '../csv-import/csv-lines';

const COLUMNS = [
  { what: 'the time', names: ['funding_time', 'time', 'timestamp'] },
  { what: 'the rate', names: ['funding_rate', 'rate'] },
  { what: 'the mark price', names: ['mark_price', 'mark'], optional: true },
] as const;

const RULE =
  'the time as one of funding_time, time, timestamp; the rate as funding_rate or rate; the mark price, which may be left out, as mark_price or mark';

/** The settled payments of a CSV file with a header, read as they are consumed. */
export function readFundingFile(file: string, now: number): AsyncGenerator<CsvLine<FundingToWrite>> {
  return readCsvLines<FundingToWrite>(file, (names) => {
    const [timeColumn, rateColumn, markColumn] = findColumns(names, COLUMNS, RULE) as [
      number,
      number,
      number?,
    ];
    return (fields) =>
      toPayment(
        fields[timeColumn],
        fields[rateColumn],
        markColumn === undefined ? '' : fields[markColumn],
        now,
      );
  });
}

function toPayment(
  timeText: string,
  fundingRate: string,
  mark: string,
  now: number,
): FundingToWrite | readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const time = parseTimeText(timeText);
  if (time === undefined) {
    const message = 'must be an RFC 3339 date-time (no offset means UTC), or unix seconds or milliseconds';
    problems.push({ field: 'funding_time', message });
  } else if (time < 0 || time > now + DAY_MILLISECONDS) {
    problems.push({ field: 'funding_time', message: 'must be from 1970 to one day from now' });
  }
  if (!isDecimalText(fundingRate.replace(/^-/, ''))) {
    problems.push({ field: 'funding_rate', message: 'must be a decimal such as 0.0001 or -0.0001' });
  }
  if (mark !== '' && !isPositiveDecimalText(mark)) {
    problems.push({ field: 'mark_price', message: 'must be a decimal above 0, or empty' });
  }
  if (time === undefined || problems.length > 0) return problems;
  return { fundingTime: new Date(time), fundingRate, markPrice: mark === '' ? null : mark };
}
