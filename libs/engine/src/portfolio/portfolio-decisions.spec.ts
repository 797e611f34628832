import { candlesFromPrices } from '../../test/candles-from-prices';
import { day, runPrices } from '../../test/run-prices';

// Every expected value of this file is worked out by hand from the rules of docs/guide/portfolios.md.

const EQUAL = { weights: { method: 'equal' } };

describe('decisions', () => {
  it('follow a drift band: any weight further off sends all back', () => {
    const prices = { A: [100, 100, 110, 125, 125], B: [100, 100, 100, 100, 100] };
    const { rebalancings } = runPrices(prices, { ...EQUAL, rebalance: { drift: 0.05 } });
    // 0.5238 at bar 2 is inside; 0.5556 at bar 3 is not.
    expect(rebalancings.map(({ decidedAt }) => decidedAt)).toEqual([day(1), day(4)]);
    expect(rebalancings[1].drifted[0]).toBeCloseTo(6_250 / 11_250, 12);
    expect(rebalancings[1].reached[0]).toBeCloseTo(0.5, 12);
    expect(rebalancings[1].turnover).toBeCloseTo(6_250 / 11_250 - 0.5, 12);
  });

  it.each([
    // From Wednesday 2020-01-01: Mondays, and the firsts of months and quarters.
    { every: 'weekly', bars: [0, 5, 12, 19, 26, 33, 40, 47, 54, 61, 68, 75, 82, 89] },
    { every: 'monthly', bars: [0, 31, 60, 91] },
    { every: 'quarterly', bars: [0, 91] },
  ])('fall on the first bar of each period: $every', ({ every, bars }) => {
    const { rebalancings } = runPrices({ A: Array<number>(95).fill(10) }, { ...EQUAL, rebalance: { every } });
    expect(rebalancings.map(({ decidedAt }) => decidedAt)).toEqual(bars.map((bar) => day(bar + 1)));
  });

  it('leave out members whose history is too short', () => {
    const moving = [1, 2, 3, 4, 5, 6].map((step) => 100 + (step % 3) * step);
    const late = candlesFromPrices([5, 6, 7]);
    const shifted = { ...late, openTime: Float64Array.of(day(3), day(4), day(5)) };
    const { rebalancings, warnings } = runPrices(
      { A: moving, B: [1] },
      { weights: { method: 'inverse_volatility', lookback: 3 } },
      { members: { B: { candles: shifted } }, first: 3 },
    );
    expect([...rebalancings[0].target]).toEqual([1, 0]);
    expect(warnings.join()).toContain('because their history was too short for them: B');
  });

  it('turn over no more than they may', () => {
    const { rebalancings } = runPrices(
      { A: [100, 100, 100, 100, 100], B: [100, 100, 100, 100, 100] },
      { weights: { method: 'equal', max_turnover: 0.1 }, rebalance: { bars: 1 } },
    );
    expect(rebalancings.map(({ turnover }) => Number(turnover.toFixed(9)))).toEqual([0.1, 0.1, 0.1, 0.1]);
    expect(rebalancings[2].reached[0]).toBeCloseTo(0.3, 12);
  });
});

describe('rankings', () => {
  const prices = {
    A: [100, 110, 121, 121],
    B: [100, 120, 144, 144],
    C: [100, 90, 81, 81],
    D: [100, 110, 121, 121],
  };
  const momentum = (ranking: Readonly<Record<string, unknown>>, skip = 0) => ({
    ranking: { by: { momentum: { lookback: 1, skip } }, ...ranking },
  });
  const targetOf = (request: Readonly<Record<string, unknown>>) =>
    [...runPrices(prices, request, { first: 1 }).rebalancings[0].target].map((weight) =>
      Number(weight.toFixed(12)),
    );

  it('hold the highest; of equal ones the first of the universe', () => {
    expect(targetOf(momentum({ top: 2 }))).toEqual([0.5, 0.5, 0, 0]);
  });

  it('hold the lowest short, each side by itself', () => {
    expect(targetOf(momentum({ top: 1, bottom: 1 }))).toEqual([0, 0.5, -0.5, 0]);
    expect(targetOf(momentum({ top: 1, bottom: 2, gross: 0.8, net: 0.4 }))).toEqual([0, 0.6, -0.1, -0.1]);
    expect(targetOf(momentum({ bottom: 1 }))).toEqual([0, 0, -1, 0]);
  });

  it('cap members by their share of the equity', () => {
    const weights = { method: 'equal', max_weight: 0.2, cash: 0.6 };
    expect(targetOf(momentum({ top: 2, gross: 0.5, weights }))).toEqual([0.1, 0.1, 0, 0]);
  });

  it('rank by an expression of the rules, or by a feature', () => {
    const rule = { div: ['close', { ref: ['close', 1] }] };
    expect(targetOf({ ranking: { by: { rule }, top: 1 } })).toEqual([0, 1, 0, 0]);
    expect(targetOf({ ranking: { by: { feature: 'returns_1' }, top: 1 } })).toEqual([0, 1, 0, 0]);
  });

  it('skip the last bars', () => {
    const late = { A: [100, 100, 200, 200, 200], B: [100, 110, 50, 50, 50] };
    const { rebalancings } = runPrices(late, momentum({ top: 1 }, 1), { first: 2 });
    expect([...rebalancings[0].target]).toEqual([0, 1]);
  });
});

describe('rules', () => {
  // Enters at the close of bar 1, where it crosses above 100.
  const above = { gt: ['close', 100] };
  const rules = (max: number, more: Readonly<Record<string, unknown>> = {}) => ({
    rules: {
      strategy_name: 'custom',
      parameters: { rules: { entry_long: above, exit_long: { not: above } } },
      max_open_positions: max,
      ...more,
    },
  });
  const prices = { A: [90, 101, 101, 101], B: [90, 102, 102, 102], C: [90, 103, 103, 103] };

  it('open as many positions as may be, in the order of the universe', () => {
    const { trades, warnings } = runPrices(prices, rules(2));
    expect(trades.map(({ member, entryIndex }) => [member, entryIndex])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(trades[0].quantity * trades[0].entryPrice).toBeCloseTo(5_000, 9);
    // At the opens of the bars 2 and 3: the rule goes on holding.
    expect(warnings.join()).toContain('entries left out because max_open_positions were open: 2');
  });

  it('open the highest of their priority first', () => {
    const priority = { momentum: { lookback: 1, skip: 0 } };
    const { trades } = runPrices(prices, rules(1, { priority }));
    expect(trades.map(({ member }) => member)).toEqual([2]);
  });

  it('let the exits of a bar pay for its entries', () => {
    const { trades } = runPrices({ A: [90, 101, 101, 99, 99, 99], B: [90, 90, 90, 105, 105, 105] }, rules(1));
    expect(trades.map(({ member, entryIndex, exitIndex }) => [member, entryIndex, exitIndex])).toEqual([
      [0, 2, 4],
      [1, 4, 5],
    ]);
  });

  it('give each position the share it is said to get', () => {
    const { trades } = runPrices(prices, rules(3, { share: 0.1 }));
    expect(trades.map(({ quantity, entryPrice }) => quantity * entryPrice)).toEqual([
      expect.closeTo(1_000, 9),
      expect.closeTo(1_000, 9),
      expect.closeTo(1_000, 9),
    ]);
  });

  it('have the equal weights of the universe beside them, decided each month', () => {
    const { equalWeight, rebalanceTurnover } = runPrices(prices, rules(1));
    expect(equalWeight.metrics.totalReturn).toBeCloseTo(0, 12);
    expect(rebalanceTurnover).toBeNull();
  });
});
