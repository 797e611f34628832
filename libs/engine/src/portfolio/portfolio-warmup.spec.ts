import { PLAIN_EXECUTION } from '../backtest/execution';
import { portfolioWarmupBars } from './portfolio-warmup';
import { readPortfolio } from './read-portfolio';
import { type Fields } from './setting-reader';

const MEMBERS = ['A', 'B'].map((symbol) => ({ exchange: 'us', symbol }));

function warmupOf(request: Fields): number {
  const read = readPortfolio(request, MEMBERS);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return portfolioWarmupBars(read.settings, PLAIN_EXECUTION);
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
