import { readFixtures } from '../../test/read-fixture';
import { candlesFromBars } from '../../test/candles-from-bars';
import { readSpxCandles } from '../../test/spx-candles';
import { type Distance, PLAIN_EXECUTION } from './execution';
import { protectiveLevels } from './protective-levels';

/** What bench/peers/backtesting_py_stops.py printed of backtesting.py; protective-exits.spec.ts says more of it. */
interface Fixture {
  readonly command: string;
  readonly series: 'spx' | 'seeded';
  readonly leverage: number;
  readonly stop_loss: string | null;
  readonly take_profit: string | null;
  readonly trailing_stop: string | null;
  /** Entry bar, exit bar, size, entry price, exit price, reason. */
  readonly trades: readonly (readonly [number, number, number, string, string, string])[];
}

const FIXTURES = readFixtures('backtest', 'stops-spx-') as Fixture[];
const LEVELS = { stop_loss: 'stopLoss', take_profit: 'takeProfit', trailing_stop: 'trailingStop' } as const;
const spx = readSpxCandles();

function distanceOf(text: string | null): Distance | null {
  if (text === null) return null;
  return { unit: text.endsWith('atr') ? 'atr' : 'fraction', value: parseFloat(text) };
}

it.each(FIXTURES.map((fixture) => [fixture.command.replace(/^.*\.py /, ''), fixture] as const))(
  'are the prices at which backtesting.py left, unless the bar opened beyond them: %s',
  (_title, fixture) => {
    const execution = {
      ...PLAIN_EXECUTION,
      leverage: fixture.leverage,
      stopLoss: distanceOf(fixture.stop_loss),
      takeProfit: distanceOf(fixture.take_profit),
      trailingStop: distanceOf(fixture.trailing_stop),
    };
    let within = 0;
    for (const [entry, exit, size, entryPrice, exitPrice, exitReason] of fixture.trades) {
      if (!(exitReason in LEVELS)) continue;
      const reason = exitReason as keyof typeof LEVELS;
      const [entryTime, exitTime] = [spx.openTime[entry], spx.openTime[exit]];
      const side = size > 0 ? 'long' : 'short';
      const trade = {
        side,
        entryTime,
        exitTime,
        entryPrice: Number(entryPrice),
        exitReason: reason,
      } as const;
      const level = protectiveLevels(trade, spx, execution)[LEVELS[reason]]!;
      if (Number(exitPrice) === Number(spx.open[exit].toFixed(6))) {
        // A stop is passed in the direction of a loss, a target in that of a profit.
        const beyond = (reason === 'take_profit' ? 1 : -1) * Math.sign(size) * (spx.open[exit] - level);
        expect(beyond).toBeGreaterThanOrEqual(-1e-5);
      } else {
        expect(level).toBeCloseTo(Number(exitPrice), 4);
        within++;
      }
    }
    expect(within).toBeGreaterThan(0);
  },
);

describe('the levels of a trade', () => {
  const candles = candlesFromBars(
    [100, 100, 110, 120, 90].map((close) => [100, Math.max(close, 100), 90, close]),
  );
  const trade = {
    side: 'long',
    entryTime: candles.openTime[1],
    entryPrice: 100,
    exitTime: candles.openTime[4],
    exitReason: 'signal',
  } as const;

  it('are null where none is set, and for a trade that is not of the candles', () => {
    const none = { stopLoss: null, takeProfit: null, trailingStop: null, liquidation: null };
    expect(protectiveLevels(trade, candles, PLAIN_EXECUTION)).toEqual(none);
    const execution = { ...PLAIN_EXECUTION, stopLoss: { unit: 'fraction', value: 0.1 } } as const;
    expect(protectiveLevels({ ...trade, entryTime: 0 }, candles, execution)).toEqual(none);
    expect(protectiveLevels({ ...trade, entryTime: Infinity }, candles, execution)).toEqual(none);
  });

  it('has a trailing stop that follows the bars before the one of the exit', () => {
    const execution = { ...PLAIN_EXECUTION, trailingStop: { unit: 'fraction', value: 0.25 } } as const;
    expect(protectiveLevels(trade, candles, execution).trailingStop).toBe(90);
    const sooner = { ...trade, exitTime: candles.openTime[3] };
    expect(protectiveLevels(sooner, candles, execution).trailingStop).toBe(82.5);
  });
});
