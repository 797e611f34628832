import { strategyOf } from '../strategies/registry';
import { type MemberName } from '../portfolio/portfolio';
import { type PortfolioSettings, type Ranking } from '../portfolio/portfolio-settings';
import { needsReturns } from '../portfolio/weights/compute-weights';
import { STRATEGY_PATH } from './searched-rules';

type Grid = Readonly<Record<string, readonly number[]>>;

/** A quarter, half a year and a year of sessions. */
const LOOKBACK_BARS = [63, 126, 252];

/** Weekly, monthly and quarterly among the calendar's words. */
const PERIODS = [1, 2, 3];

/**
 * The values that are tried where the request has no grid. Of weights: the lookback of a method that has one, else the
 * calendar of the rebalances. Of a ranking: the lookback of its momentum, and half, once and twice as many members on a side
 * that is held. Of rules: the strategy's own grid, where it has none the open positions. What the request gives is kept, but
 * for the numbers of members and positions, which every request gives.
 */
export function defaultGrid(
  { allocation, rebalance }: PortfolioSettings,
  isGiven: (path: string) => boolean,
  members: readonly MemberName[],
): Grid {
  switch (allocation.kind) {
    case 'weights':
      if (needsReturns(allocation.weighting.method)) {
        return unlessGiven({ 'weights.lookback': LOOKBACK_BARS }, isGiven);
      }
      return rebalance?.kind === 'calendar' ? unlessGiven({ 'rebalance.every': PERIODS }, isGiven) : {};
    case 'ranking':
      return ofRanking(allocation.ranking, isGiven, members.length);
    case 'rules': {
      const { declaration, maximumOpenPositions } = allocation.strategy;
      const own = Object.entries(strategyOf(declaration).defaultGrid ?? {}).map(([name, values]) => [
        `${STRATEGY_PATH}${name}`,
        values ?? [],
      ]);
      if (own.length > 0) return unlessGiven(Object.fromEntries(own) as Grid, isGiven);
      return { 'rules.max_open_positions': around(maximumOpenPositions, members.length) };
    }
  }
}

function ofRanking({ by, top, bottom }: Ranking, isGiven: (path: string) => boolean, members: number): Grid {
  const sides = {
    ...(top > 0 && { 'ranking.top': around(top, members) }),
    ...(bottom > 0 && { 'ranking.bottom': around(bottom, members) }),
  };
  if (by.kind !== 'momentum') return sides;
  return { ...unlessGiven({ 'ranking.by.momentum.lookback': LOOKBACK_BARS }, isGiven), ...sides };
}

/** Half of it, itself and twice of it, as far as there are so many; itself even where there are not. */
function around(count: number, most: number): number[] {
  const values = [Math.ceil(count / 2), count, Math.min(2 * count, most)];
  return [...new Set(values)].filter((value) => value === count || value <= most).sort((a, b) => a - b);
}

function unlessGiven(grid: Grid, isGiven: (path: string) => boolean): Grid {
  return Object.fromEntries(Object.entries(grid).filter(([path]) => !isGiven(path)));
}
