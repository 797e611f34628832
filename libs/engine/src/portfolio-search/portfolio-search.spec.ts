import { allCombinations, findGridProblems, readParameterGrid } from '../validation/parameter-grid';
import { type MemberName } from '../portfolio/portfolio';
import { type Fields } from '../portfolio/setting-reader';
import { readPortfolioSearch } from './portfolio-search';

const MEMBERS: MemberName[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((symbol) => ({
  exchange: 'us',
  symbol,
}));

function searchOf(request: Fields) {
  const search = readPortfolioSearch(request, MEMBERS);
  if ('problems' in search) throw new Error(JSON.stringify(search.problems));
  return search;
}

function triedOf(request: Fields, grid?: object) {
  return allCombinations(readParameterGrid(searchOf(request).searchable, {}, [], grid));
}

const RANKING = { by: { momentum: {} }, top: 3 };
const RULES = { strategy_name: 'sma_cross', max_open_positions: 4 };

describe('readPortfolioSearch', () => {
  it.each<[string, Fields, string]>([
    [
      'weights',
      { weights: { method: 'equal' } },
      'weights.method, weights.lookback, weights.max_weight, weights.min_weight, weights.cash, weights.max_turnover, rebalance.every, rebalance.bars, rebalance.drift',
    ],
    [
      'weights in a rhythm',
      { weights: { method: 'given', values: [{ symbol: 'A', weight: 1 }] }, rebalance: { bars: 5 } },
      'weights.max_turnover, rebalance.bars',
    ],
    [
      'a ranking by a feature',
      { ranking: { by: { feature: 'rsi_14' }, top: 2 }, rebalance: { drift: 0.1 } },
      'ranking.top, ranking.bottom, ranking.gross, ranking.net, ranking.weights.method, ranking.weights.lookback, ranking.weights.max_weight, ranking.weights.min_weight, ranking.weights.cash, ranking.weights.max_turnover, rebalance.drift',
    ],
    [
      'rules',
      { rules: { ...RULES, priority: { momentum: {} } } },
      'rules.parameters.fast, rules.parameters.slow, rules.max_open_positions, rules.share, rules.priority.momentum.lookback, rules.priority.momentum.skip',
    ],
  ])('offers of %s what they have, and refuses other paths by name', (_, request, known) => {
    const { searchable } = searchOf(request);
    expect(findGridProblems(searchable, { 'weights.half': [1], top: [2] })).toEqual([
      { field: 'param_grid.weights.half', message: `is no parameter of the portfolio: it has ${known}` },
      { field: 'param_grid.top', message: `is no parameter of the portfolio: it has ${known}` },
    ]);
  });

  it('reads the request with the values of a combination', () => {
    const { settingsOf } = searchOf({ ranking: RANKING, rebalance: undefined });
    const settings = settingsOf({
      'ranking.by.momentum.lookback': 90,
      'ranking.top': 2,
      'ranking.weights.method': 1,
      'rebalance.bars': 15,
    });
    expect(settings).toMatchObject({
      allocation: {
        ranking: {
          by: { kind: 'momentum', lookbackBars: 90, skipBars: 0 },
          top: 2,
          weighting: { method: 'inverse_volatility', lookbackBars: 252 },
        },
      },
      rebalance: { kind: 'bars', bars: 15 },
    });
  });

  it('gives the parameters of a strategy to it', () => {
    const { settingsOf } = searchOf({ rules: { ...RULES, parameters: { fast: 7 } } });
    const settings = settingsOf({ 'rules.parameters.slow': 70, 'rules.max_open_positions': 2 });
    expect(settings.allocation).toMatchObject({
      strategy: { parameters: { fast: 7, slow: 70 }, maximumOpenPositions: 2, share: 0.5 },
    });
  });

  it('takes words for what they mean', () => {
    const { combinations } = triedOf(
      { weights: { method: 'equal' } },
      { 'weights.method': ['equal', 'risk_parity'], 'rebalance.every': ['quarterly'] },
    );
    expect(combinations).toEqual([
      { 'weights.method': 0, 'rebalance.every': 3 },
      { 'weights.method': 2, 'rebalance.every': 3 },
    ]);
  });

  it.each<[string, Fields, object]>([
    [
      'a method that has a lookback',
      { weights: { method: 'risk_parity' } },
      { 'weights.lookback': [63, 126, 252] },
    ],
    ['one whose lookback is given', { weights: { method: 'risk_parity', lookback: 100 } }, {}],
    ['equal weights', { weights: { method: 'equal' } }, { 'rebalance.every': [1, 2, 3] }],
    [
      'a ranking by momentum',
      { ranking: RANKING },
      { 'ranking.by.momentum.lookback': [63, 126, 252], 'ranking.top': [2, 3, 6] },
    ],
    [
      'a ranking of both sides',
      { ranking: { by: { feature: 'rsi_14' }, top: 1, bottom: 5 }, execution: { allow_short: true } },
      { 'ranking.top': [1, 2], 'ranking.bottom': [3, 5, 8] },
    ],
    [
      'rules',
      { rules: { ...RULES, parameters: { slow: 60 } } },
      { 'rules.parameters.fast': [5, 10, 15, 20, 30] },
    ],
    [
      'rules without values to try',
      { rules: { strategy_name: 'buy_and_hold', max_open_positions: 5 } },
      { 'rules.max_open_positions': [3, 5, 8] },
    ],
  ])('tries by default what matters of %s', (_, request, axes) => {
    const grid = readParameterGrid(searchOf(request).searchable, {}, [], undefined);
    expect(Object.fromEntries(grid.axes.map(({ name, values }) => [name, values]))).toEqual(axes);
  });

  it.each<[string, Fields, object, number]>([
    ['more members than there are', { ranking: RANKING }, { 'ranking.top': [2, 8, 9] }, 1],
    [
      'a floor above the cap',
      { weights: { method: 'equal' } },
      { 'weights.min_weight': [0, 0.5], 'weights.max_weight': [0.2, 1] },
      1,
    ],
    [
      'parameters that the strategy refuses',
      { rules: RULES },
      { 'rules.parameters.fast': [10, 60], 'rules.parameters.slow': [50] },
      1,
    ],
    ['a bound that is excluded', { weights: { method: 'equal' } }, { 'weights.cash': [0, 1] }, 1],
  ])('leaves out and counts combinations with %s', (_, request, grid, skipped) => {
    expect(triedOf(request, grid).skipped).toBe(skipped);
  });

  it('accepts no combination of two rhythms, as a single run does not', () => {
    const grid = { 'rebalance.every': ['monthly', 'weekly'], 'rebalance.bars': [5] };
    expect(() => triedOf({ weights: { method: 'equal' } }, grid)).toThrow(
      /^the portfolio accepts none of the 2 combinations .*: rebalance must have exactly one of/,
    );
  });

  it('says why none is left', () => {
    expect(() => triedOf({ ranking: RANKING }, { 'ranking.top': [9, 10] })).toThrow(
      'the portfolio accepts none of the 2 combinations of param_grid that were tried: ' +
        'ranking.top and ranking.bottom hold 9 members, the universe has 8',
    );
  });

  it('says what is wrong with the request as a single run does', () => {
    expect(readPortfolioSearch({ weights: { method: 'equal', lookback: 1 } }, MEMBERS)).toEqual({
      problems: [{ field: 'weights.lookback', message: 'must be a whole number from 2 to 2000' }],
    });
  });
});
