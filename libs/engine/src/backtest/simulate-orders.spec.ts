import { candlesFromBars } from '../../test/candles-from-bars';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { run } from '../../test/run-scripted';
import { dca } from '../strategies/dca';
import { grid } from '../strategies/grid';
import { resolveStrategy } from '../strategies/registry';
import { BacktestRefusal } from './backtest-refusal';
import { type Execution } from './execution';

describe('dca', () => {
  const buying = (given: object, prices: number[], execution: Partial<Execution> = {}) =>
    run(candlesFromPrices(prices), dca, execution, resolveStrategy('dca', given));

  it('buys the same amount every so many bars, and pays the average of the harmonic kind', () => {
    // 300 spent at 100, 50 and 25: 3 + 6 + 12 units, at 900 / 21 on average, the harmonic mean of the three.
    const { trades, metrics } = buying({ every_bars: 2, amount: 300 }, [100, 100, 100, 50, 50, 25, 25]);
    expect(trades.map(({ entryIndex, quantity }) => [entryIndex, quantity])).toEqual([
      [1, 3],
      [3, 6],
      [5, 12],
    ]);
    expect(trades.every(({ exitReason, exitIndex }) => exitReason === 'end_of_data' && exitIndex === 6)).toBe(
      true,
    );
    expect(metrics.finalEquity).toBe(10_000 - 900 + 21 * 25);
    expect(metrics.exposure).toBe(6 / 7);
  });

  it('spends the amount with the fee in it, and no more than there is', () => {
    const { trades, warnings } = buying({ every_bars: 1, amount: 4_000 }, [100, 100, 100, 100, 100], {
      takerFeeRate: 0.01,
    });
    expect(trades).toHaveLength(2);
    expect(trades[0].quantity * 100 * 1.01).toBeCloseTo(4_000, 9);
    expect(warnings).toEqual(['entries skipped because the cash did not buy the requested quantity: 2']);
  });

  it('buys at the closes where that is the way of filling', () => {
    const { trades, equity } = buying({ every_bars: 2, amount: 100 }, [100, 50, 25, 20], { fill: 'close' });
    expect(trades.map(({ entryIndex, entryPrice }) => [entryIndex, entryPrice])).toEqual([
      [0, 100],
      [2, 25],
    ]);
    expect(equity[0]).toBe(10_000);
  });
});

describe('grid', () => {
  const LEVELS = { lower: 80, upper: 110, levels: 4, quantity_per_level: 2 };
  const trading = (
    bars: [number, number, number, number][],
    given: object = {},
    execution: Partial<Execution> = {},
  ) => run(candlesFromBars(bars), grid, execution, resolveStrategy('grid', { ...LEVELS, ...given }));
  const START: [number, number, number, number] = [105, 105, 105, 105];

  it('buys at a level and sells one level higher, each with the maker fee and no slippage', () => {
    const costs = { makerFeeRate: 0.001, takerFeeRate: 0.01, slippageRate: 0.05 };
    const { trades } = trading([START, [105, 106, 99, 101], [101, 111, 101, 110], START], {}, costs);
    expect(trades).toHaveLength(1);
    expect(trades[0]).toMatchObject({
      entryIndex: 1,
      exitIndex: 2,
      entryPrice: 100,
      exitPrice: 110,
      slippage: 0,
    });
    expect(trades[0].exitReason).toBe('take_profit');
    expect(trades[0].fees).toBeCloseTo(2 * (100 + 110) * 0.001, 12);
    expect(trades[0].pnl).toBeCloseTo(2 * 10 - trades[0].fees, 12);
  });

  it('fills each level that the bar passes, and every level again once it is sold', () => {
    const { trades, metrics } = trading([
      START,
      [105, 105, 85, 86],
      [86, 112, 86, 111],
      [111, 111, 99, 100],
      [100, 111, 100, 111],
    ]);
    const paired = trades.map(({ entryIndex, exitIndex, entryPrice, exitPrice }) => [
      entryIndex,
      exitIndex,
      entryPrice,
      exitPrice,
    ]);
    expect(paired).toEqual([
      [1, 2, 100, 110],
      [1, 2, 90, 100],
      [3, 4, 100, 110],
    ]);
    expect(metrics.finalEquity).toBe(10_000 + 3 * 2 * 10);
  });

  it('fills at the open what the bar opens beyond', () => {
    const { trades } = trading([START, [85, 89, 84, 88], [125, 126, 124, 125], START]);
    expect(trades.map(({ entryPrice, exitPrice }) => [entryPrice, exitPrice])).toEqual([
      [85, 125],
      [85, 125],
    ]);
  });

  it('sells within the bar of the purchase only when the close proves it, and counts the doubt', () => {
    const doubtful = trading([START, [105, 112, 99, 105], START]);
    expect(doubtful.trades).toMatchObject([{ entryPrice: 100, exitReason: 'end_of_data' }]);
    expect(doubtful.ambiguousBars).toBe(1);
    const proven = trading([START, [105, 112, 99, 111], START]);
    expect(proven.trades).toMatchObject([{ entryIndex: 1, exitIndex: 1, exitPrice: 110 }]);
    expect(proven.ambiguousBars).toBe(0);
  });

  it('buys above the market with stop orders: taker fee, slippage, sized with both', () => {
    const costs = { makerFeeRate: 0.001, takerFeeRate: 0.01, slippageRate: 0.05 };
    const bars: [number, number, number, number][] = [
      [70, 70, 70, 70],
      [75, 82, 75, 81],
      [81, 81, 81, 81],
    ];
    const { trades, costs: paid } = trading(bars, {}, costs);
    expect(trades).toHaveLength(1);
    expect(trades[0]).toMatchObject({ entryIndex: 1, entryPrice: 80 * 1.05, quantity: 2 });
    expect(paid.slippage).toBeCloseTo(2 * (80 + 81) * 0.05, 9);
    const shared = trading(bars, { quantity_per_level: 0 }, costs).trades[0];
    // A third of the capital pays for price, slippage and fee.
    expect(shared.quantity * 80 * 1.05 * 1.01).toBeCloseTo(10_000 / 3, 9);
  });

  it('fills a stop order at the open of a bar that opens beyond it, unless that is at or above its sale', () => {
    const gap = (open: number) =>
      trading([
        [70, 70, 70, 70],
        [open, open, open, open],
        [open, open, open, open],
      ]);
    expect(gap(85).trades.map(({ entryPrice }) => entryPrice)).toEqual([85]);
    // The rungs at 80 and 90 sell at 90 and 100.
    expect(gap(95).trades.map(({ entryPrice }) => entryPrice)).toEqual([95]);
    expect(gap(90).trades.map(({ entryPrice }) => entryPrice)).toEqual([90]);
    expect(gap(110).trades).toEqual([]);
  });

  it('sells within the bar what a stop order bought on the way up, each level once', () => {
    const { trades, ambiguousBars } = trading([
      [70, 70, 70, 70],
      [70, 101, 69, 85],
      [85, 85, 85, 85],
    ]);
    const paired = trades.map(({ entryIndex, exitIndex, entryPrice, exitPrice }) => [
      ...[entryIndex, exitIndex, entryPrice, exitPrice],
    ]);
    expect(paired).toEqual([
      [1, 1, 90, 100],
      [1, 1, 80, 90],
      [1, 2, 100, 85],
    ]);
    expect(ambiguousBars).toBe(0);
  });

  it('waits for a price that comes from below', () => {
    const { trades } = trading([
      [70, 70, 70, 70],
      [70, 75, 70, 75],
      [75, 82, 75, 81],
      [81, 81, 81, 81],
    ]);
    expect(trades).toMatchObject([{ entryIndex: 2, entryPrice: 80 }]);
  });

  it('spaces its levels by sums or by ratios', () => {
    const plan = (given: object) =>
      grid.orders(candlesFromPrices([100]), resolveStrategy('grid', given).parameters);
    // 100, 200, 400, 800 double each time.
    const geometric = plan({ lower: 100, upper: 800, levels: 4, mode: 'geometric' });
    expect(geometric).toMatchObject({ kind: 'ladder', quantity: 0 });
    if (geometric.kind !== 'ladder') throw new Error('a grid is a ladder');
    [100, 200, 400].forEach((price, rung) => expect(geometric.buyAt[rung]).toBeCloseTo(price, 9));
    [200, 400, 800].forEach((price, rung) => expect(geometric.sellAt[rung]).toBeCloseTo(price, 9));
    expect(plan({ lower: 100, upper: 130, levels: 4 })).toMatchObject({
      buyAt: Float64Array.of(100, 110, 120),
      sellAt: Float64Array.of(110, 120, 130),
    });
    expect(plan({ levels: 3 })).toMatchObject({
      buyAt: Float64Array.of(90, 100),
      sellAt: Float64Array.of(100, 110.00000000000001),
    });
  });

  it('shares the capital out among its levels where no quantity is given, to the last one', () => {
    const { trades, warnings } = trading(
      [START, [105, 105, 79, 81], START],
      { quantity_per_level: 0 },
      { makerFeeRate: 0.001 },
    );
    // Three rungs, at 80, 90 and 100.
    const shares = trades.map(({ quantity, entryPrice }) => quantity * entryPrice * 1.001);
    expect(shares.map((share) => share.toFixed(6))).toEqual(['3333.333333', '3333.333333', '3333.333333']);
    expect(warnings).toEqual([]);
  });

  it('skips what the cash does not buy', () => {
    const { trades, warnings } = trading([START, [105, 105, 85, 86], START], { quantity_per_level: 60 });
    expect(trades.map(({ entryPrice }) => entryPrice)).toEqual([100]);
    expect(warnings).toEqual(['entries skipped because the cash did not buy the requested quantity: 1']);
  });

  it('refuses bounds the wrong way round, also when the first close decides one', () => {
    expect(() => resolveStrategy('grid', { lower: 5, upper: 5 })).toThrow(
      'lower (5) must be below upper (5)',
    );
    expect(() => trading([START, START], { lower: 200, upper: 0 })).toThrow(BacktestRefusal);
  });
});

it('refuses ways of an execution that orders do not obey, and names them', () => {
  const stop = { unit: 'fraction', value: 0.1 } as const;
  const resolved = resolveStrategy('dca', {});
  expect(() => run(candlesFromPrices([1, 1, 1]), dca, { stopLoss: stop, leverage: 2 }, resolved)).toThrow(
    new BacktestRefusal(
      'dca places orders of its own and cannot be run with execution.stop_loss, execution.leverage',
    ),
  );
});
