import { candlesFromPrices } from '../../test/candles-from-prices';
import { run, scripted } from '../../test/run-scripted';
import { resolveStrategy } from '../strategies/registry';
import { ENTER_LONG, EXIT_LONG } from './strategy';
import { executionWarmupBars } from './execution-columns';
import { PLAIN_EXECUTION } from './execution';
import { requiredWarmupBars } from './run-backtest';

describe('sizing', () => {
  const flat = candlesFromPrices([100, 100, 100, 100, 100, 100]);

  it('shares the equity as it is at each entry', () => {
    const bars = candlesFromPrices([100, 100, 200, 200, 200, 100]);
    const { trades } = run(bars, scripted(ENTER_LONG, EXIT_LONG, ENTER_LONG), {
      sizing: { mode: 'percent_equity', value: 0.5 },
    });
    // 5,000 at 100; then half of 15,000 at 200.
    expect(trades.map(({ quantity }) => quantity)).toEqual([50, 37.5]);
  });

  it('loses the risked share at the stop-loss, before costs', () => {
    const bars = candlesFromPrices([100, 100, [100, 90], 90, 90]);
    const { trades } = run(bars, scripted(ENTER_LONG), {
      sizing: { mode: 'risk_percent', value: 0.01 },
      stopLoss: { unit: 'fraction', value: 0.04 },
    });
    // 100 of 10,000 at risk over a distance of 4.
    expect(trades[0]).toMatchObject({ quantity: 25, exitPrice: 96, pnl: -100, exitReason: 'stop_loss' });
  });

  it('takes no more than the account affords, floored to lots, and says that it took less', () => {
    const { trades, warnings } = run(flat, scripted(ENTER_LONG), {
      sizing: { mode: 'fixed_quantity', value: 500 },
      lotSize: 7,
    });
    expect(trades[0].quantity).toBe(98);
    expect(warnings).toEqual(['entries made smaller than requested because the cash did not buy it all: 1']);
  });

  it('multiplies what the margin buys by the leverage', () => {
    const bars = candlesFromPrices([100, 100, 102, 102]);
    const { trades, metrics } = run(bars, scripted(ENTER_LONG), {
      sizing: { mode: 'fixed_cash', value: 1_000 },
      leverage: 5,
    });
    expect(trades[0]).toMatchObject({ quantity: 50, pnl: 100 });
    expect(metrics.finalEquity).toBe(10_100);
  });

  it('holds the position that has the target volatility', () => {
    // Closes that go to and fro by 10 %: thirty logarithmic returns of ± ln 1.1 deviate by ln 1.1 × √(30/29).
    const bars = candlesFromPrices(Array.from({ length: 40 }, (_, bar) => (bar % 2 === 0 ? 100 : 110)));
    const signals = Array<number>(40).fill(ENTER_LONG);
    const { trades, warmupBars, warnings } = run(bars, scripted(...signals), {
      sizing: { mode: 'volatility_target', value: 0.2 },
    });
    const annualVolatility = Math.log(1.1) * Math.sqrt((30 / 29) * 365);
    expect(trades[0].entryIndex).toBe(31);
    expect(trades[0].quantity).toBeCloseTo((10_000 * 0.2) / annualVolatility / 110, 9);
    expect(warmupBars).toBe(30);
    expect(warnings[0]).toMatch(
      /^only 0 of the 30 candles that the strategy warms up on exist before the range/,
    );
  });
});

describe('the bars needed before a first decision', () => {
  const range = { unit: 'atr', value: 2 } as const;

  it("are the execution's own where it measures more than the strategy", () => {
    expect(executionWarmupBars(PLAIN_EXECUTION)).toBe(0);
    expect(executionWarmupBars({ ...PLAIN_EXECUTION, trailingStop: range })).toBe(14);
    const { strategy, parameters } = resolveStrategy('sma_cross', { fast: 2, slow: 5 });
    expect(requiredWarmupBars(strategy, parameters, PLAIN_EXECUTION)).toBe(5);
    expect(requiredWarmupBars(strategy, parameters, { ...PLAIN_EXECUTION, stopLoss: range })).toBe(14);
  });

  it('pass without an entry', () => {
    const bars = candlesFromPrices(Array<number>(20).fill(100));
    const { trades } = run(bars, scripted(...Array<number>(20).fill(ENTER_LONG)), { stopLoss: range });
    expect(trades[0].entryIndex).toBe(15);
  });
});
