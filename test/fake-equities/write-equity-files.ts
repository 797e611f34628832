import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EquityMarket,
  faultyRows,
  happenedDays,
  splitAdjusted,
  splitAdjustedShares,
} from './equity-market';

/** The market as files of EQUITY_CSV_DIR: adjusted for splits, with sessions that are over. */
export function writeEquityFiles(directory: string, market: EquityMarket): void {
  for (const [symbol, stock] of Object.entries(market.stocks)) {
    const write = (suffix: string, lines: readonly string[]) =>
      writeFileSync(join(directory, `${symbol}${suffix}.csv`), `${lines.join('\n')}\n`);
    const rows = happenedDays(market, stock)
      .filter(({ closes }) => closes <= market.now)
      .map(({ date, open, high, low, close, volume }) => {
        const price = (text: string) => splitAdjusted(market, stock, text, date);
        return {
          date,
          open: price(open),
          high: price(high),
          low: price(low),
          close: price(close),
          volume: splitAdjustedShares(market, stock, volume, date),
        };
      });
    write('', [
      'date,open,high,low,close,volume',
      ...faultyRows(stock, rows).map(({ date, time, open, high, low, close, volume }) =>
        [time === undefined ? date : `${date}T${time}Z`, open, high, low, close, volume]
          .filter((value) => value !== undefined)
          .join(),
      ),
    ]);
    write('.splits', [
      'ex_date,numerator,denominator',
      ...(stock.splits ?? []).map(({ exDate, numerator, denominator }) =>
        [exDate, numerator, denominator].join(),
      ),
    ]);
    write('.dividends', [
      'ex_date,amount',
      ...(stock.dividends ?? []).map(({ exDate, amount }) =>
        [exDate, splitAdjusted(market, stock, amount, exDate)].join(),
      ),
    ]);
  }
}
