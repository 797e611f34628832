import { candlesFromBars } from '../../test/candles-from-bars';
import { run } from '../../test/run-scripted';
import { seededCandles } from '../../test/seeded-candles';
import { signalsAt, signalsOf } from '../../test/signal-rows';
import { type AnyStrategy } from '../backtest/any-strategy';
import { checkLookahead } from '../backtest/check-lookahead';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { type BarTimes, ENTER_LONG, EXIT_LONG, type Strategy } from '../backtest/strategy';
import { type TargetStrategy } from '../backtest/target-strategy';
import { type KnownRows } from '../known-data/known-data';
import { type CandleColumns } from '../market/candle-columns';
import { readSignals } from './read-signals';
import { alignSignals } from './signal-rows';

const DAY = 86_400;
const flat = (open: number) => [open, open, open, open] as const;
const daily = (opens: readonly number[]) => candlesFromBars(opens.map(flat));
const legs = (
  opens: readonly number[],
  targets: readonly (number | null)[],
  parameters = {},
  execution = {},
) => {
  const candles = daily(opens);
  const signals = signalsAt(candles, targets, parameters, DAY);
  const { trades } = run(candles, signals.strategy, execution, signals);
  return trades.map(({ side, quantity, entryPrice, exitPrice, exitReason }) => [
    side,
    Number(quantity.toPrecision(9)),
    Number(entryPrice.toPrecision(9)),
    exitPrice,
    exitReason,
  ]);
};

describe('targets', () => {
  it('are a share of the equity at the next open; what is sold of a position is a trade at its average price', () => {
    // 5,000 / 100 = 50; at 125 equity 11,250: 9,000 / 125 = 72, so 22 more: (50 * 100 + 22 * 125) / 72 = 107.638889.
    // At 100 equity 11,250 - 72 * 25 = 9,450: 4,725 / 100 = 47.25, so 24.75 are sold.
    expect(legs([100, 100, 125, 100, 100], [0.5, 0.8, 0.5])).toEqual([
      ['long', 24.75, 107.638889, 100, 'signal'],
      ['long', 47.25, 107.638889, 100, 'end_of_data'],
    ]);
  });

  it('that do not change are not traded, unless they are rebalanced, and then beyond the threshold alone', () => {
    const opens = [100, 100, 110, 121, 121];
    const half = [0.5, 0.5, null, null];
    expect(legs(opens, half)).toEqual([['long', 50, 100, 121, 'end_of_data']]);
    // At 110 the share is 5,500 / 10,500 = 0.5238: 5,250 / 110 = 47.727273 remain. At 121 it is again 0.5238.
    expect(legs(opens, half, { rebalance: true }).map(([, quantity]) => quantity)).toEqual([
      2.27272727, 2.16942149, 45.5578512,
    ]);
    // At 121 without the first trade: 6,050 / 11,050 = 0.5475.
    expect(legs(opens, half, { rebalance: true, threshold: 0.03 }).map(([, quantity]) => quantity)).toEqual([
      4.33884298, 45.661157,
    ]);
  });

  it('go from long to short in one open, and to nothing where shorts are off', () => {
    expect(legs([100, 100, 110, 110], [1, -1, null], {}, { allowShort: true })).toEqual([
      ['long', 100, 100, 110, 'signal'],
      ['short', 100, 110, 110, 'end_of_data'],
    ]);
    expect(legs([100, 100, 110, 110], [1, -1, null])).toEqual([['long', 100, 100, 110, 'signal']]);
  });

  it('buy what cash pays for with slippage and fee, in whole lots', () => {
    // 10,000 / (100 * 1.01 * 1.001) = 98.91.
    const execution = { slippageRate: 0.01, takerFeeRate: 0.001, lotSize: 1 };
    expect(legs([100, 100, 100], [1], {}, execution)).toEqual([['long', 98, 101, 99, 'end_of_data']]);
  });

  it('end at a stop-loss from the average price, and wait for another target', () => {
    const candles = candlesFromBars([
      flat(100),
      flat(100),
      flat(120),
      [120, 120, 98, 100],
      flat(100),
      flat(100),
      flat(100),
    ]);
    const signals = signalsAt(candles, [0.5, 1, 1, 1, 0.5, null], { rebalance: true }, DAY);
    const stopLoss = { unit: 'fraction', value: 0.1 } as const;
    const { trades } = run(candles, signals.strategy, { stopLoss }, signals);
    // 50 at 100, 41.666667 more at 120: average 109.090909, stop 98.181818.
    expect(trades[0]).toMatchObject({ exitReason: 'stop_loss', exitIndex: 3 });
    expect([trades[0].entryPrice, trades[0].exitPrice].map((price) => price.toFixed(6))).toEqual([
      '109.090909',
      '98.181818',
    ]);
    expect(trades.slice(1)).toMatchObject([{ entryIndex: 5, exitReason: 'end_of_data' }]);
  });

  it('refuse what they do not obey, and values that mean nothing', () => {
    expect(() => legs([1, 1, 1], [1], {}, { leverage: 2 })).toThrow(
      'signals says how much is held and cannot be run with execution.leverage',
    );
    expect(() => legs([1, 1, 1], [1.5])).toThrow(
      'column x is 1.5 at 2020-01-01T00:00:00Z: in the mode target its values are from -1 to 1',
    );
    expect(() => legs([1, 1, 1], [0.5], { mode: 'entries' })).toThrow('1 (or true), -1, 0 (or false)');
  });
});

it('names every parameter that is wrong', () => {
  expect(() =>
    readSignals({
      dataset: '',
      version: 2 ** 31,
      column: 'x',
      mode: 'entries',
      threshold: 2,
      trials: 0,
      colum: 1,
    }),
  ).toThrow(
    /^parameters.colum is no parameter of signals: .*; parameters.dataset must be the name .*; parameters.version must be the number of a version, from 1 to 2147483647; parameters.threshold must be .*; parameters.trials must be an integer from 1 to 1000000 \(default 1\); parameters.threshold is for the mode target alone$/,
  );
});

describe('rows of a dataset', () => {
  const candles = daily([1, 1, 1, 1, 1]);
  const { openTime } = candles;
  const rowsOf = (time: readonly number[], late: readonly number[]) => ({
    time: Float64Array.from(time),
    knownAt: Float64Array.from(time, (open, row) => open + DAY * 1000 + (late.includes(row) ? 1 : 0)),
    value: Float64Array.from(time, () => 1),
  });

  it('count at the candle that opens at their time, where they are known at its close', () => {
    const rows = rowsOf([openTime[0] - 1, openTime[1], openTime[2], openTime[2] + 1, openTime[3]], [2]);
    const closeTimes = openTime.map((open) => open + DAY * 1000);
    expect(alignSignals(candles, closeTimes, rows)).toEqual({
      values: Float64Array.from([NaN, 1, NaN, 1, NaN]),
      late: 1,
      unmatched: 1,
    });
    const warningsOf = (given: typeof rows) => {
      const signals = signalsOf(given);
      return run(candles, signals.strategy, {}, signals).warnings;
    };
    expect(warningsOf(rows).slice(0, 4)).toEqual([
      'model.x has values at 2 of the 5 bars, from 2020-01-02T00:00:00Z to 2020-01-04T00:00:00Z; without one what is held stays',
      expect.stringContaining('became known after the close of their bar and do not count: 1'),
      expect.stringContaining('whose time is the open of no candle: 1'),
      expect.stringContaining('look-ahead that no check finds'),
    ]);
    expect(() => warningsOf(rowsOf([openTime[1]], [0]))).toThrow(
      'model.x has no value at the open time of a candle of the range that was known at its close (1 became known later)',
    );
  });

  it('are read anew by a run after another in the same thread', () => {
    const candles = seededCandles(300, 3);
    const values = Array.from({ length: 300 }, (_, bar) => [1, null, -1, null][(bar * 7) % 4]);
    const runOf = (given: readonly (number | null)[]) => {
      const { strategy, ...signals } = signalsAt(candles, given, { mode: 'entries' });
      return run(candles, strategy, { allowShort: true }, { intervalSeconds: 3_600, ...signals });
    };
    const first = runOf(values);
    const few = runOf(values.map((value, bar) => (bar === 10 ? 1 : bar < 200 ? null : value)));
    expect(few.warnings[0]).toContain('at 51 of the 300 bars');
    expect(few.trades[0]).toMatchObject({ entryTime: candles.openTime[11] });
    expect(runOf(values)).toEqual(first);
  });

  it.each(['target', 'entries'])('are truncated with the candles by the look-ahead check (%s)', (mode) => {
    const candles = seededCandles(300, 3);
    const values = Array.from({ length: 300 }, (_, bar) => [1, 0, -1, null][(bar * 7) % 4]);
    const signals = signalsAt(candles, values, { mode });
    const execution = { ...PLAIN_EXECUTION, allowShort: true };
    const input = {
      ...{ candles, tradeFrom: 0, intervalSeconds: 3_600, execution, ...signals },
      calendar: '24x7' as const,
    };
    const result = run(candles, signals.strategy, execution, { intervalSeconds: 3_600, ...signals });
    expect(checkLookahead(input, result)).toEqual({ passed: true, cuts: 5 });
    // A strategy that reads the row of the next candle is found by it.
    const [key] = signals.data.keys();
    const nextRows = ({ openTime }: CandleColumns, { data }: BarTimes) => {
      const { value } = data!.get(key) as KnownRows;
      return openTime.map((_, bar) => (value[bar + 1] > 0 ? 1 : 0));
    };
    const peeking = {
      ...signals.strategy,
      ...(mode === 'target'
        ? {
            targets: (...[given, , , times]: Parameters<TargetStrategy['targets']>) => nextRows(given, times),
          }
        : {
            signals: (...[given, , , times]: Parameters<Strategy['signals']>) =>
              Uint8Array.from(nextRows(given, times!), (value) => (value === 1 ? ENTER_LONG : EXIT_LONG)),
          }),
    } as AnyStrategy;
    const peeked = run(candles, peeking, execution, {
      intervalSeconds: 3_600,
      ...signals,
      strategy: peeking,
    });
    expect(checkLookahead({ ...input, strategy: peeking }, peeked)).toMatchObject({
      passed: false,
      difference: { kind: 'signal' },
    });
  });
});
