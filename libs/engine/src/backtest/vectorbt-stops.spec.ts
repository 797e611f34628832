import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { candlesFromBars } from '../../test/candles-from-bars';
import { run, scripted } from '../../test/run-scripted';
import { seededCandles } from '../../test/seeded-candles';
import { resolveStrategy } from '../strategies/registry';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from './strategy';
import { type Distance, type Execution } from './execution';
import { type BacktestResult } from './run-backtest';

/** Fills at the close, with stops, against vectorbt: what bench/peers/vectorbt_stops.py printed. */
interface Case {
  readonly title: string;
  readonly direction: 'longonly' | 'shortonly';
  readonly stop: Readonly<Record<string, number>>;
  readonly fee: number;
  /** Entry bar, exit bar, entry price, exit price, profit. */
  readonly trades: readonly (readonly number[])[];
}
interface Fixture {
  readonly small: readonly (Case & { readonly bars: Readonly<Record<string, readonly number[]>> })[];
  readonly seeded: readonly (Case & { readonly count: number; readonly sums: readonly number[] })[];
}

const FILE = join(__dirname, 'fixtures/vectorbt-stops.fixture.json');
const { small, seeded } = JSON.parse(readFileSync(FILE, 'utf8')) as Fixture;

function executionOf({ stop, fee, direction }: Case): Partial<Execution> {
  const distance = (value: number | undefined): Distance | null =>
    value === undefined ? null : { unit: 'fraction', value };
  return {
    fill: 'close',
    allowShort: direction === 'shortonly',
    makerFeeRate: fee,
    takerFeeRate: fee,
    stopLoss: distance(stop.sl_stop),
    takeProfit: distance(stop.tp_stop),
    trailingStop: distance(stop.ts_stop),
  };
}

/** What vectorbt does not close is left out: what is held in the end, and a short that has lost everything. */
function closedTrades({ trades }: BacktestResult): number[][] {
  return trades
    .filter(({ exitReason }) => exitReason !== 'end_of_data' && exitReason !== 'bankruptcy')
    .map((trade) => [trade.entryIndex, trade.exitIndex, trade.entryPrice, trade.exitPrice, trade.pnl]);
}

it.each(small.map((one) => [one.title, one] as const))('vectorbt %s', (_title, one) => {
  const { Open: open, High: high, Low: low, Close: close } = one.bars;
  const candles = candlesFromBars(open.map((price, bar) => [price, high[bar], low[bar], close[bar]]));
  const entry = one.direction === 'longonly' ? ENTER_LONG : ENTER_SHORT;
  const trades = closedTrades(run(candles, scripted(entry), executionOf(one)));
  expect(trades).toHaveLength(one.trades.length);
  one.trades.forEach((row, trade) => {
    row.forEach((value, column) => expect(trades[trade][column]).toBeCloseTo(value, 9));
  });
});

it.each(seeded.map((one) => [one.title, one] as const))('vectorbt %s', (_title, one) => {
  const { strategy, parameters } = resolveStrategy('sma_cross', {}) as {
    strategy: Strategy;
    parameters: Record<string, number>;
  };
  const oneSided: Strategy = {
    ...strategy,
    signals: (...given) =>
      strategy
        .signals(...given)
        .map(
          (signal) =>
            signal & (one.direction === 'longonly' ? ENTER_LONG | EXIT_LONG : ENTER_SHORT | EXIT_SHORT),
        ),
  };
  const result = run(seededCandles(100_000, 20), oneSided, executionOf(one), {
    intervalSeconds: 3_600,
    parameters,
  });
  const trades = closedTrades(result);
  expect(trades).toHaveLength(one.count);
  one.trades.forEach((row, trade) => {
    expect(trades[trade].slice(0, 2)).toEqual(row.slice(0, 2));
    row.slice(2).forEach((value, column) => expect(trades[trade][column + 2]).toBeCloseTo(value, 7));
  });
  one.sums.forEach((sum, column) => {
    const own = trades.reduce((total, row) => total + row[column], 0);
    expect(Math.abs(own - sum)).toBeLessThan(1e-9 * Math.abs(sum));
  });
});
