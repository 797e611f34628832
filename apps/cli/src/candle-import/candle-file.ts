import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { readCandleCsvHeader } from '#engine/csv/candle-csv';
import type { Interval } from '#engine/market/interval';
import { OPEN_TIME_RULE, parseOpenTime } from '#engine/market/parse-open-time';
import { type CsvLine, readCsvLines } from '../csv-import/csv-lines';

/** A line's candle is not validated yet. */
export type CandleLine = CsvLine<CandleToWrite>;

/** The candles of a CSV file with a header, read as they are consumed. */
export function readCandleFile(file: string, interval: Interval): AsyncGenerator<CandleLine> {
  return readCsvLines<CandleToWrite>(file, (names) => {
    const header = readCandleCsvHeader(names);
    return (fields) => {
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
    };
  });
}
