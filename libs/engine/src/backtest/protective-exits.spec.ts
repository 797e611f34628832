import { createHash } from 'node:crypto';
import { readFixtures } from '../../test/read-fixture';
import { seededCandles } from '../../test/seeded-candles';
import { readSpxCandles } from '../../test/spx-candles';
import { resolveStrategy } from '../strategies/registry';
import { type Distance, PLAIN_EXECUTION } from './execution';
import { runBacktest } from './run-backtest';

/**
 * Protective exits against backtesting.py, trade for trade, on the S&P 500 and on 100,000 seeded bars. Each fixture is what
 * bench/peers/backtesting_py_stops.py printed and says by which command and with which versions. Left out, because the
 * two mean different things by it: what the last bar closes.
 */
interface Fixture {
  readonly command: string;
  readonly series: 'spx' | 'seeded';
  readonly strategy: string;
  readonly side: 'long' | 'long_short';
  readonly fee: number;
  readonly leverage: number;
  readonly capital: number;
  readonly stop_loss: string | null;
  readonly take_profit: string | null;
  readonly trailing_stop: string | null;
  readonly count: number;
  /** Of all trades, a line for each, the columns joined by commas. */
  readonly sha256: string;
  /** The first trades: entry bar, exit bar, size, entry price, exit price, reason. */
  readonly trades: readonly (readonly (number | string)[])[];
}

const FIXTURES = readFixtures('backtest', 'stops-') as Fixture[];
const SERIES = {
  spx: { candles: readSpxCandles(), intervalSeconds: 86_400, calendar: 'XNYS' },
  seeded: { candles: seededCandles(100_000, 20), intervalSeconds: 3_600, calendar: '24x7' },
} as const;

function distanceOf(text: string | null): Distance | null {
  if (text === null) return null;
  return { unit: text.endsWith('atr') ? 'atr' : 'fraction', value: parseFloat(text) };
}

it('has peer runs with every kind of exit, by fraction and by range, long and short', () => {
  const options = FIXTURES.map(({ command }) => command).join(' ');
  expect(FIXTURES).toHaveLength(9);
  for (const option of ['--stop-loss 0.', '--stop-loss 2atr', '--take-profit 3atr', '--trailing-stop 2atr']) {
    expect(options).toContain(option);
  }
});

it.each(FIXTURES.map((fixture) => [fixture.command.replace(/^.*\.py /, ''), fixture] as const))(
  'backtesting.py %s',
  (_title, fixture) => {
    const { candles, ...series } = SERIES[fixture.series];
    const { trades } = runBacktest({
      candles,
      tradeFrom: 0,
      ...series,
      ...resolveStrategy(fixture.strategy, {}),
      execution: {
        ...PLAIN_EXECUTION,
        initialCapital: fixture.capital,
        makerFeeRate: fixture.fee,
        takerFeeRate: fixture.fee,
        lotSize: 1,
        leverage: fixture.leverage,
        allowShort: fixture.side === 'long_short',
        stopLoss: distanceOf(fixture.stop_loss),
        takeProfit: distanceOf(fixture.take_profit),
        trailingStop: distanceOf(fixture.trailing_stop),
      },
    });
    const rows = trades
      .filter(({ exitIndex }) => exitIndex < candles.length - 1)
      .map((trade) => [
        trade.entryIndex,
        trade.exitIndex,
        trade.side === 'long' ? trade.quantity : -trade.quantity,
        trade.entryPrice.toFixed(6),
        trade.exitPrice.toFixed(6),
        trade.exitReason,
      ]);
    expect(rows.slice(0, fixture.trades.length)).toEqual(fixture.trades);
    expect(rows).toHaveLength(fixture.count);
    expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe(fixture.sha256);
  },
);
