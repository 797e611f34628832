import { day, runPrices } from '../../test/run-prices';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { sliceCandleColumns } from '../market/candle-columns';

// Every expected value of this file is worked out by hand from the rules of docs/guide/portfolios.md.

const EQUAL = { weights: { method: 'equal' } };
const given = (...weights: readonly (readonly [symbol: string, weight: number])[]) => ({
  weights: { method: 'given', values: weights.map(([symbol, weight]) => ({ symbol, weight })) },
});

describe('fills', () => {
  it('come at the open after the decision, and nothing is held before', () => {
    const { trades, equity } = runPrices({ A: [10, [20, 25], 25], B: [10, [40, 40], 40] }, EQUAL);
    expect(trades.map(({ entryPrice, quantity, entryIndex }) => [entryPrice, quantity, entryIndex])).toEqual([
      [20, 250, 1],
      [40, 125, 1],
    ]);
    expect([...equity]).toEqual([10_000, 11_250, 11_250]);
  });

  it('pay their costs from cash: all buys are scaled alike', () => {
    const { trades, rebalancings, costs, equity } = runPrices(
      { A: [100, 100, 100], B: [100, 100, 100] },
      EQUAL,
      {
        execution: { takerFeeRate: 0.01 },
      },
    );
    // 10,000 pay for 10,000 / 1.01 of positions; each half of it is sold again with its fee.
    const half = 5_000 / 1.01;
    expect(trades.map(({ quantity }) => quantity * 100)).toEqual([
      expect.closeTo(half, 9),
      expect.closeTo(half, 9),
    ]);
    expect(equity[2]).toBeCloseTo(2 * half * 0.99, 9);
    expect(costs.fees).toBeCloseTo(2 * half * 0.02, 9);
    expect(rebalancings[0].cost).toBeCloseTo(2 * half * 0.01, 9);
    expect(rebalancings[0].turnover).toBeCloseTo(0.5, 9);
  });

  it('leave whole lots, and the rest of the cash', () => {
    const { trades, cash } = runPrices({ A: [30, 30, 30], B: [70, 70, 70] }, EQUAL, {
      execution: { lotSize: 1 },
    });
    expect(trades.map(({ quantity }) => quantity)).toEqual([166, 71]);
    expect(cash[1]).toBeCloseTo((10_000 - 166 * 30 - 71 * 70) / 10_000, 12);
  });

  it('pay each member’s own fees', () => {
    const { contributions } = runPrices({ A: [10, 10, 10], B: [10, 10, 10] }, given(['A', 0.4], ['B', 0.4]), {
      members: { B: { execution: { ...PLAIN_EXECUTION, takerFeeRate: 0.01 } } },
    });
    expect(contributions.map(({ fees }) => fees)).toEqual([0, expect.closeTo(80, 9)]);
  });

  it('slip against the account', () => {
    const { trades, costs } = runPrices({ A: [100, 100, 100] }, given(['A', 0.5]), {
      execution: { slippageRate: 0.01 },
    });
    expect(trades[0]).toMatchObject({
      quantity: 50,
      entryPrice: 101,
      exitPrice: 99,
      pnl: -100,
      slippage: 100,
    });
    expect(costs.slippage).toBe(100);
  });
});

describe('averages that decide', () => {
  const rising = Array.from({ length: 400 }, (_, bar) => 100 + bar + 5 * (bar % 3));
  const average = { ema: { period: 10 } };
  const late = 'members whose first values in the range depend on where their stored candles begin: A';

  // By hand: 9 bars to the first value, 115 that keep 9/11 each until 1e-10 is left, and one more.
  it.each<[string, Record<string, unknown>]>([
    ['weights', { weights: { method: 'given', rule: { div: [average, 10_000] } } }],
    ['a ranking', { ranking: { by: { rule: average }, top: 1 } }],
    [
      'a strategy',
      { rules: { strategy_name: 'ema_cross', parameters: { fast: 5, slow: 10 }, max_open_positions: 1 } },
    ],
  ])('of %s warn where fewer candles exist than they settle on', (_, request) => {
    const warningsFrom = (first: number) => runPrices({ A: rising }, request, { first }).warnings;
    expect(warningsFrom(124)).toContain(late);
    expect(warningsFrom(125)).not.toContain(late);
  });

  it('do not warn where windows decide, nor of members that are listed within the range', () => {
    const windows = runPrices({ A: rising }, { weights: { method: 'equal' } }, { first: 20 });
    expect(windows.warnings.join()).not.toContain('depend on');
    const candles = sliceCandleColumns(candlesFromPrices(rising), 200, 400);
    const listed = { first: 150, members: { B: { candles } } };
    const { warnings, trades } = runPrices(
      { A: rising, B: rising },
      { ranking: { by: { rule: average }, top: 2 } },
      listed,
    );
    expect(trades.map(({ member }) => member)).toContain(1);
    expect(warnings.join()).not.toContain('depend on');
  });
});

describe('positions', () => {
  it('keep their average entry price, and share their fees by quantity', () => {
    // Each day back to half: 50 at 100, then 12.5 sold at 200, then 18.75 bought at 100.
    const { trades } = runPrices(
      { A: [100, 100, 200, 100, 100] },
      { ...given(['A', 0.5]), rebalance: { bars: 1 } },
    );
    expect(
      trades.map(({ quantity, entryPrice, exitPrice, exitReason }) => [
        quantity,
        entryPrice,
        exitPrice,
        exitReason,
      ]),
    ).toEqual([
      [12.5, 100, 200, 'rebalance'],
      [37.5 + 18.75, 100, 100, 'end_of_data'],
    ]);
  });

  it('may be short: what it falls is gained, and its proceeds are not invested', () => {
    const { equity, cash, contributions } = runPrices(
      { A: [100, 100, 90, 90], B: [100, 100, 100, 100] },
      given(['A', -0.5], ['B', 0.5]),
    );
    expect([...equity]).toEqual([10_000, 10_000, 10_500, 10_500]);
    expect(cash[1]).toBe(0);
    expect(contributions.map(({ pnl }) => pnl)).toEqual([500, 0]);
  });

  it('of shorts that lose everything are the end of the account', () => {
    const { equity, bankrupt, trades, warnings } = runPrices(
      { A: [100, 100, 150, 210, 100], B: [100, 100, 100, 100, 100] },
      given(['A', -1]),
    );
    expect([...equity]).toEqual([10_000, 10_000, 5_000, 0, 0]);
    expect(bankrupt).toBe(true);
    expect(trades).toMatchObject([{ exitReason: 'bankruptcy', pnl: -10_000, exitIndex: 3 }]);
    expect(warnings.join()).toContain('a loss of 1000 beyond the capital');
  });

  it('pay the funding of their member', () => {
    const funding = { time: Float64Array.of(day(1) + 8 * 3_600_000), rate: Float64Array.of(0.01) };
    const { contributions, costs, equity } = runPrices({ A: [100, 100, 100], B: [100, 100, 100] }, EQUAL, {
      members: { B: { funding } },
    });
    expect(contributions.map((member) => member.funding)).toEqual([0, 50]);
    expect(costs.funding).toBe(50);
    expect([...equity]).toEqual([10_000, 10_000, 9_950]);
  });
});

describe('series', () => {
  const steady = Array<number>(12).fill(100);

  it('end after five missed bars, and are sold at their last close times 1 + delisting return', () => {
    const { trades, equity } = runPrices(
      { A: steady, B: [100, 100, 100, 80] },
      { ...EQUAL, delisting_return: -0.3 },
    );
    expect(trades[0]).toMatchObject({
      member: 1,
      exitReason: 'delisted',
      exitIndex: 8,
      exitTime: day(8),
      exitPrice: 56,
      quantity: 50,
      pnl: -2_200,
    });
    expect([...equity.subarray(2, 10)]).toEqual([10_000, 9_000, 9_000, 9_000, 9_000, 9_000, 7_800, 7_800]);
  });

  it('end on the day they leave the universe', () => {
    const { trades } = runPrices({ A: steady, B: steady }, EQUAL, { members: { B: { to: day(4) } } });
    expect(trades[0]).toMatchObject({ member: 1, exitReason: 'delisted', exitIndex: 4, exitPrice: 100 });
  });

  it('are bought from the day on that they join it', () => {
    const { trades } = runPrices(
      { A: steady, B: steady },
      { ...EQUAL, rebalance: { bars: 1 } },
      {
        members: { B: { from: day(6) } },
      },
    );
    expect(trades.find(({ member }) => member === 1)).toMatchObject({ entryIndex: 7 });
  });

  it('without a bar are marked at their last close, and cannot trade', () => {
    const candles = candlesFromPrices([100, 100, 120, 130]);
    const gap = { ...candles, openTime: Float64Array.of(day(0), day(1), day(2), day(5)) };
    const { equity, rebalancings, warnings } = runPrices(
      { A: steady.slice(0, 7), B: [1] },
      { ...EQUAL, rebalance: { bars: 3 } },
      { members: { B: { candles: gap } } },
    );
    // 50 units of each from bar 1 on; the decision of bar 3 finds B without a bar at bar 4.
    expect([...equity]).toEqual([10_000, 10_000, 11_000, 11_000, 11_000, 11_500, 11_500]);
    expect(rebalancings[1].turnover).toBeCloseTo(0, 12);
    expect(warnings).toContain(
      'changes left out because the member had no candle where the others were filled: 1',
    );
  });

  it('of other hours end by their own calendar: a weekend is no missed bar', () => {
    const days = Array.from({ length: 12 }, (_, bar) => bar).filter((bar) => ![3, 4, 10, 11].includes(bar));
    const candles = candlesFromPrices(days.map(() => 100));
    const weekdaysOnly = { ...candles, openTime: Float64Array.from(days, day) };
    const { trades } = runPrices({ A: steady, B: [1] }, EQUAL, {
      members: { B: { candles: weekdaysOnly, calendar: 'XNYS' } },
    });
    expect(trades.every(({ exitReason }) => exitReason === 'end_of_data')).toBe(true);
  });
});
