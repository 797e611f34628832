import { PLAIN_EXECUTION } from '../backtest/execution';
import { portfolioHistoryBars, portfolioWarmupBars } from './portfolio-warmup';
import { readPortfolio } from './read-portfolio';
import { type Fields } from './setting-reader';

const MEMBERS = ['A', 'B'].map((symbol) => ({ exchange: 'us', symbol }));

function warmupOf(request: Fields, barsOf = portfolioWarmupBars): number {
  const read = readPortfolio(request, MEMBERS);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return barsOf(read.settings, PLAIN_EXECUTION);
}

describe('portfolioWarmupBars', () => {
  // A range may begin on a Saturday, on which a coin trades and a currency does not.
  it('has the last close of each member where decisions look back on nothing', () => {
    expect(warmupOf({ weights: { method: 'equal' } })).toBe(5);
  });

  it.each<[string, Fields, number]>([
    ['weights', { weights: { method: 'risk_parity', lookback: 60 } }, 60],
    ['a ranking', { ranking: { by: { momentum: { lookback: 40, skip: 5 } }, top: 1 } }, 45],
    ['the strategy', { rules: { strategy_name: 'buy_and_hold', max_open_positions: 2 } }, 0],
  ])('is what %s looks back on', (_, request, bars) => {
    expect(warmupOf(request)).toBe(bars);
  });
});

describe('portfolioHistoryBars', () => {
  const average = { ema: { period: 26 } };

  // By hand: an average of 26 closes has its first value after 25 bars and keeps 25/27 at each, 1e-10 after 300; one more is waited for.
  it.each<[string, Fields]>([
    ['weights by an expression', { weights: { method: 'given', rule: { sub: ['close', average] } } }],
    ['a ranking by an expression', { ranking: { by: { rule: { sub: ['close', average] } }, top: 1 } }],
    ['a strategy', { rules: { strategy_name: 'ema_cross', max_open_positions: 2 } }],
  ])('are those that the averages of %s settle on', (_, request) => {
    expect(warmupOf(request, portfolioHistoryBars)).toBe(25 + 300 + 1);
    expect(warmupOf(request)).toBe(26);
  });

  it('are those that decisions look back on where these are windows', () => {
    expect(warmupOf({ weights: { method: 'risk_parity', lookback: 60 } }, portfolioHistoryBars)).toBe(60);
    expect(warmupOf({ weights: { method: 'equal' } }, portfolioHistoryBars)).toBe(5);
  });
});
