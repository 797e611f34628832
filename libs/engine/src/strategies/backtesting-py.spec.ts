import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../test/run-scripted';
import { readSpxCandles } from '../../test/spx-candles';
import { placesOrders } from '../backtest/order-strategy';
import { resolveStrategy, STRATEGIES } from './registry';

/** What bench/peers/backtesting_py_strategies.py wrote: the trades of backtesting.py on the S&P 500, with versions. */
interface Fixture {
  readonly capital: number;
  readonly bars: number;
  readonly runs: readonly {
    readonly strategy: string;
    readonly parameters: Readonly<Record<string, number>>;
    readonly side: 'long' | 'long_short';
    readonly trades: readonly (readonly [entryBar: number, exitBar: number, size: number])[];
  }[];
}

const FIXTURE = JSON.parse(
  readFileSync(join(__dirname, 'fixtures/spx-trades.fixture.json'), 'utf8'),
) as Fixture;
const FOUR_HOURS_SECONDS = 4 * 3_600;

it('has a peer run for every strategy that trades by signals', () => {
  const signalling = Object.values(STRATEGIES).filter((strategy) => !placesOrders(strategy));
  // buy_and_hold is compared beside the account's figures.
  expect(new Set(FIXTURE.runs.map(({ strategy }) => strategy)).add('buy_and_hold')).toEqual(
    new Set(signalling.map(({ name }) => name)),
  );
});

it.each(FIXTURE.runs.map((peer) => [peer.strategy, peer.parameters, peer.side, peer] as const))(
  '%s %j, %s, makes the trades that it makes in backtesting.py',
  (name, parameters, side, peer) => {
    const candles = readSpxCandles();
    candles.openTime.forEach((_time, bar) => (candles.openTime[bar] = bar * FOUR_HOURS_SECONDS * 1000));
    expect(candles.length).toBe(FIXTURE.bars);
    const { trades } = run(
      candles,
      resolveStrategy(name, {}).strategy,
      { initialCapital: FIXTURE.capital, lotSize: 1, allowShort: side === 'long_short' },
      { ...resolveStrategy(name, parameters), intervalSeconds: FOUR_HOURS_SECONDS },
    );
    const made = trades.map((trade) => [
      trade.entryIndex,
      trade.exitIndex,
      trade.side === 'long' ? trade.quantity : -trade.quantity,
    ]);
    expect(peer.trades.length).toBeGreaterThan(5);
    expect(made).toEqual(peer.trades);
  },
);
