import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../test/run-scripted';
import { seededCandles } from '../../test/seeded-candles';
import { signalsAt } from '../../test/signal-rows';

/** What bench/peers/vectorbt_signals.py printed of 2,000 seeded bars; bench/signals-figures.mjs compares GOOG and EURUSD. */
interface Fixture {
  readonly targets: readonly (number | null)[];
  readonly runs: readonly Run[];
  readonly entries: readonly (number | null)[];
  readonly entry_runs: readonly Run[];
}

interface Run {
  readonly fee: number;
  /** Entry bar, exit bar, size, entry price, exit price, fees, profit. */
  readonly trades: readonly (readonly number[])[];
  /** At the first close, at the middle one and at the one before the last. */
  readonly equity: readonly number[];
}

const FILE = join(__dirname, 'fixtures/vectorbt-targets.fixture.json');
const fixture = JSON.parse(readFileSync(FILE, 'utf8')) as Fixture;
const cases = [
  ...fixture.runs.map((run) => ({ mode: 'target', values: fixture.targets, ...run })),
  ...fixture.entry_runs.map((run) => ({ mode: 'entries', values: fixture.entries, ...run })),
];

it.each(cases)(
  'makes the trades that vectorbt makes in the mode $mode with fees of $fee',
  ({ mode, values, fee, trades, equity }) => {
    const candles = seededCandles(values.length, 20);
    const execution = { allowShort: mode === 'target', takerFeeRate: fee, makerFeeRate: fee };
    const signals = signalsAt(candles, values, { mode });
    const result = run(candles, signals.strategy, execution, { intervalSeconds: 3_600, ...signals });
    const closed = result.trades.filter(({ exitReason }) => exitReason === 'signal');
    expect(closed).toHaveLength(trades.length);
    closed.forEach((trade, index) => {
      const [entryBar, exitBar, ...amounts] = trades[index];
      expect([index, trade.entryIndex, trade.exitIndex]).toEqual([index, entryBar, exitBar]);
      const size = trade.side === 'long' ? trade.quantity : -trade.quantity;
      const own = [size, trade.entryPrice, trade.exitPrice, trade.fees, trade.pnl];
      own.forEach((amount, column) => expect(amount).toBeCloseTo(amounts[column], 7));
    });
    const { length } = result.equity;
    [0, length / 2, length - 2].forEach((bar, index) =>
      expect(result.equity[bar]).toBeCloseTo(equity[index], 6),
    );
  },
);
