import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EquityMarket, happenedDays, splitAdjusted, splitAdjustedShares } from './equity-market';

/** The market as files of EQUITY_CSV_DIR: adjusted for splits, with sessions that are over. */
export function writeEquityFiles(directory: string, market: EquityMarket): void {
  for (const [symbol, stock] of Object.entries(market.stocks)) {
    const write = (suffix: string, lines: readonly string[]) =>
      writeFileSync(join(directory, `${symbol}${suffix}.csv`), `${lines.join('\n')}\n`);
    write('', [
      'date,open,high,low,close,volume',
      ...happenedDays(market, stock)
        .filter(({ closes }) => closes <= market.now)
        .map(({ date, open, high, low, close, volume }) => {
          const prices = [open, high, low, close].map((price) => splitAdjusted(market, stock, price, date));
          return [date, ...prices, splitAdjustedShares(market, stock, volume, date)].join();
        }),
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
