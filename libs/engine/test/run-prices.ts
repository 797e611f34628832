import { type Execution, PLAIN_EXECUTION } from '../src/backtest/execution';
import { type PortfolioInput, type PortfolioMember, type PortfolioResult } from '../src/portfolio/portfolio';
import { readPortfolio } from '../src/portfolio/read-portfolio';
import { runPortfolio } from '../src/portfolio/run-portfolio';
import { candlesFromPrices } from './candles-from-prices';

type Prices = Parameters<typeof candlesFromPrices>[0];

interface PriceSetting {
  readonly execution?: Partial<Execution>;
  /** Of each member, by its symbol. */
  readonly members?: Readonly<Record<string, Partial<PortfolioMember>>>;
  /** Bars before the range. */
  readonly first?: number;
}

/** A portfolio of daily bars round the clock from 2020-01-01, a Wednesday, with 10,000 and no costs, but for what is given. */
export function priceInput(
  prices: Readonly<Record<string, Prices>>,
  request: Readonly<Record<string, unknown>>,
  { execution = {}, members: given = {}, first = 0 }: PriceSetting = {},
): PortfolioInput {
  const members = Object.entries(prices).map(([symbol, of]): PortfolioMember => ({
    exchange: 'binance',
    symbol,
    candles: candlesFromPrices(of),
    from: null,
    to: null,
    calendar: '24x7',
    execution: { ...PLAIN_EXECUTION, ...execution },
    funding: null,
    ...given[symbol],
  }));
  const read = readPortfolio({ execution: { allow_short: true }, ...request }, members);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return {
    members,
    range: { from: day(first), to: day(10_000) },
    intervalSeconds: 86_400,
    calendar: '24x7',
    settings: read.settings,
  };
}

export function runPrices(...given: Parameters<typeof priceInput>): PortfolioResult {
  return runPortfolio(priceInput(...given));
}

/** The open of a bar, in ms. */
export function day(bar: number): number {
  return Date.UTC(2020, 0, 1) + bar * 86_400_000;
}
