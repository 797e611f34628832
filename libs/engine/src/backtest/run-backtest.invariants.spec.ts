import { candlesFromPrices } from '../../test/candles-from-prices';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { run, scripted } from '../../test/run-scripted';
import { resolveStrategy, STRATEGIES } from '../strategies/registry';
import { ENTER_LONG } from './strategy';
import { BacktestRefusal } from './backtest-refusal';

describe('invariants', () => {
  const costs = { takerFeeRate: 0.001, slippageRate: 0.0005, allowShort: true };

  it.each(Object.keys(STRATEGIES))("%s: the trades' profits are the account's", (name) => {
    for (const lotSize of [null, 0.01]) {
      const result = run(
        // Hourly, so that a strategy of the day's session has one.
        randomWalkCandles(3_000, 7, 3_600),
        STRATEGIES[name],
        { ...costs, lotSize },
        { ...resolveStrategy(name, {}), intervalSeconds: 3_600 },
      );
      const { trades, equity, metrics, bars } = result;
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      expect(trades.length).toBeGreaterThan(0);
      expect(equity[0]).toBe(10_000);
      expect(equity).toHaveLength(bars);
      expect(sum(trades.map(({ pnl }) => pnl))).toBeCloseTo(metrics.finalEquity - 10_000, 6);
      expect(sum(trades.map(({ fees }) => fees))).toBeCloseTo(result.costs.fees, 6);
      for (const trade of trades) {
        const direction = trade.side === 'long' ? 1 : -1;
        const gross = direction * trade.quantity * (trade.exitPrice - trade.entryPrice);
        expect(trade.pnl).toBeCloseTo(gross - trade.fees, 8);
        expect(trade.return).toBeCloseTo(trade.pnl / (trade.quantity * trade.entryPrice), 12);
        expect(trade.exitIndex).toBeGreaterThanOrEqual(trade.entryIndex);
      }
    }
  });

  it('gives the same result twice, and the same beginning when the future is another one', () => {
    const candles = randomWalkCandles(1_000, 3);
    const other = randomWalkCandles(1_000, 3);
    for (const column of [other.open, other.high, other.low, other.close]) {
      for (let bar = 600; bar < 1_000; bar++) column[bar] *= 3;
    }
    const resolved = resolveStrategy('sma_cross', {});
    const result = run(candles, resolved.strategy, costs, resolved);
    expect(run(candles, resolved.strategy, costs, resolved)).toEqual(result);
    const changed = run(other, resolved.strategy, costs, resolved);
    expect(changed.equity.subarray(0, 600)).toEqual(result.equity.subarray(0, 600));
    const before = result.trades.filter(({ exitIndex }) => exitIndex < 600);
    expect(changed.trades.slice(0, before.length)).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });

  it('is its own benchmark when it buys and holds', () => {
    const result = run(randomWalkCandles(500, 5), STRATEGIES.buy_and_hold, costs);
    expect(result.benchmark).toEqual(result.metrics);
  });

  it('never gives a figure that is not finite', () => {
    const flat = run(candlesFromPrices([100, 100, 100, 100]), scripted(ENTER_LONG));
    const idle = run(candlesFromPrices([100, 100], 60), scripted());
    for (const metrics of [flat.metrics, idle.metrics, idle.benchmark]) {
      const figures = Object.values(metrics).filter((value) => typeof value === 'number');
      expect(figures.filter((value) => !Number.isFinite(value))).toEqual([]);
    }
    expect(idle.metrics).toMatchObject({
      totalReturn: 0,
      maxDrawdown: 0,
      sharpeRatio: null,
      winRate: null,
      trades: 0,
    });
  });
});

describe('refusals', () => {
  const crossing = resolveStrategy('sma_cross', {});
  const refusal = (bars: number, tradeFrom: number) => () =>
    run(candlesFromPrices(Array<number>(bars).fill(1)), crossing.strategy, {}, { ...crossing, tradeFrom });

  it.each([
    [0, 0, 'there are no candles to test on'],
    [50, 50, 'there are no candles in the requested range'],
    [50, 49, 'one candle in the requested range is too few: at least 2 are needed'],
    [
      31,
      0,
      'too few candles: sma_cross with these parameters needs 30 to warm up and 2 to trade, there are 31',
    ],
  ])('of %i candles from %i on: %s', (bars, tradeFrom, message) => {
    expect(refusal(bars, tradeFrom)).toThrow(new BacktestRefusal(message));
  });

  it('do not include the shortest run, which is warned of', () => {
    const { warnings, bars, warmupBars } = refusal(32, 10)();
    expect({ bars, warmupBars }).toEqual({ bars: 22, warmupBars: 30 });
    expect(warnings[0]).toBe(
      'only 10 of the 30 candles that the strategy warms up on exist before the range: ' +
        'no signal before the candle of 2020-01-31T00:00:00Z',
    );
  });
});
