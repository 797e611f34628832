import { candlesFromPrices } from '../../test/candles-from-prices';
import { scripted } from '../../test/run-scripted';
import { readSpxCandles } from '../../test/spx-candles';
import { resolveStrategy } from '../strategies/registry';
import { breakEvenCost } from './break-even-cost';
import { type Execution, PLAIN_EXECUTION } from './execution';
import { type BacktestInput, runBacktest } from './run-backtest';
import { ENTER_LONG, EXIT_LONG } from './strategy';

const SPX = readSpxCandles();

function inputOf(name: string, given: object, execution: Partial<Execution>): BacktestInput {
  const { strategy, parameters } = resolveStrategy(name, given);
  return {
    candles: SPX,
    tradeFrom: 0,
    intervalSeconds: 86_400,
    calendar: 'XNYS',
    strategy,
    parameters,
    execution: { ...PLAIN_EXECUTION, ...execution },
  };
}

function breakEven(input: BacktestInput): number | null {
  return breakEvenCost(input, runBacktest(input));
}

/** What the run makes when it is really charged that fee. */
function totalReturnAt(input: BacktestInput, feeBps: number): number {
  const rate = feeBps / 10_000;
  const execution = { ...input.execution, makerFeeRate: rate, takerFeeRate: rate };
  return runBacktest({ ...input, execution }, { benchmark: false }).metrics.totalReturn;
}

describe('breakEvenCost', () => {
  it.each<[string, object, Partial<Execution>]>([
    ['sma_cross', { fast: 10, slow: 30 }, { takerFeeRate: 0.001, slippageRate: 0.0005 }],
    ['sma_cross', { fast: 20, slow: 100 }, { allowShort: true, makerFeeRate: -0.0001, takerFeeRate: 0.002 }],
    ['sma_cross', { fast: 20, slow: 100 }, { sizing: { mode: 'fixed_cash', value: 2_000 } }],
    [
      'donchian_breakout',
      {},
      {
        stopLoss: { unit: 'fraction', value: 0.05 },
        takeProfit: { unit: 'atr', value: 4 },
        sizing: { mode: 'percent_equity', value: 0.5 },
      },
    ],
    ['rsi_reversion', {}, { allowShort: true, leverage: 2 }],
    ['buy_and_hold', {}, { takerFeeRate: 0.001 }],
    ['dca', {}, {}],
  ])('is the fee that leaves nothing when the run is charged it: %s %j %j', (name, given, execution) => {
    const input = inputOf(name, given, execution);
    const found = breakEven(input)!;
    expect(Math.abs(totalReturnAt(input, found))).toBeLessThanOrEqual(1e-9);
    expect(totalReturnAt(input, found - 0.1)).toBeGreaterThan(0);
    expect(totalReturnAt(input, found + 0.1)).toBeLessThan(0);
  });

  it('is known of one round trip: bought at 100 and sold at 121, (1 - f) / (1 + f) = 100 / 121', () => {
    const input = {
      ...inputOf('buy_and_hold', {}, {}),
      candles: candlesFromPrices([100, 100, 121, 121]),
      strategy: scripted(ENTER_LONG, EXIT_LONG),
    };
    expect(breakEven(input)).toBeCloseTo(((121 - 100) / (121 + 100)) * 10_000, 6);
  });

  it('is negative where a rebate alone would make up for the loss', () => {
    const input = {
      ...inputOf('buy_and_hold', {}, {}),
      candles: candlesFromPrices([100, 100, 99, 99]),
      strategy: scripted(ENTER_LONG, EXIT_LONG),
    };
    expect(breakEven(input)).toBeCloseTo((-1 / 199) * 10_000, 6);
  });

  it('is the fee at the jump where whole lots let the return jump over 0', () => {
    const input = inputOf('sma_cross', { fast: 10, slow: 30 }, { lotSize: 1, initialCapital: 4_000 });
    const found = breakEven(input)!;
    expect(totalReturnAt(input, found - 0.001) * totalReturnAt(input, found + 0.001)).toBeLessThan(0);
  });

  it('is the fee from which on the capital buys no lot, where the run makes something up to it', () => {
    const input = {
      ...inputOf('buy_and_hold', {}, { lotSize: 1, initialCapital: 103 }),
      candles: candlesFromPrices([100, 100, 200, 200]),
      strategy: scripted(ENTER_LONG, EXIT_LONG),
    };
    // 100 and a fee of 3 % are the whole capital.
    expect(breakEven(input)).toBeCloseTo(300, 5);
  });

  it('does not hang on the fees that the run paid', () => {
    const cheap = breakEven(inputOf('sma_cross', { fast: 20, slow: 100 }, {}))!;
    const dear = breakEven(inputOf('sma_cross', { fast: 20, slow: 100 }, { takerFeeRate: 0.01 }))!;
    expect(dear).toBeCloseTo(cheap, 6);
  });

  it('is null without trades, and where no fee makes up for what was lost', () => {
    const silent = { ...inputOf('buy_and_hold', {}, {}), strategy: scripted(0) };
    expect(breakEven(silent)).toBeNull();
    const lost = {
      ...inputOf('buy_and_hold', {}, {}),
      candles: candlesFromPrices([100, 100, 1, 1]),
      strategy: scripted(ENTER_LONG, EXIT_LONG),
    };
    expect(breakEven(lost)).toBeNull();
  });
});
