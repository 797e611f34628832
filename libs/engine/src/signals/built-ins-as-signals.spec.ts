import { run } from '../../test/run-scripted';
import { seededCandles } from '../../test/seeded-candles';
import { signalsAt } from '../../test/signal-rows';
import { givesSignals } from '../backtest/any-strategy';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../backtest/strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { resolveStrategy, STRATEGIES } from '../strategies/registry';

const candles = seededCandles(5_000, 7);
const COSTS = { takerFeeRate: 0.001, makerFeeRate: 0.0005, slippageRate: 0.0005 };
const STOPS = { stopLoss: { unit: 'atr', value: 3 }, takeProfit: { unit: 'fraction', value: 0.04 } } as const;

/** Both sides: 1 long, -1 short, 0 neither; long alone: what leaves is 0, whatever is said of shorts. */
function valueOf(signal: number, allowShort: boolean): number | null {
  if (signal & ENTER_LONG) return 1;
  if (!allowShort) return signal & EXIT_LONG ? 0 : null;
  if (signal & ENTER_SHORT) return -1;
  return signal & (EXIT_LONG | EXIT_SHORT) ? 0 : null;
}

const cases = Object.keys(STRATEGIES)
  .map((name) => ({ name, ...resolveStrategy(name, {}) }))
  .flatMap(({ name, strategy, parameters }) => {
    if (!givesSignals(strategy) || strategy.entersOnce) return [];
    const signals = strategy.signals(candles, parameters, new IndicatorMemo());
    // One column cannot say that one side is left while the other one is kept.
    const saysBoth = signals.every((signal) => [EXIT_LONG, EXIT_SHORT].every((bit) => signal !== bit));
    return [false, ...(saysBoth ? [true] : [])].map((allowShort) => ({
      name,
      strategy,
      parameters,
      signals,
      allowShort,
    }));
  });

it.each(cases)('$name uploaded as entries makes its own trades (shorts: $allowShort)', (one) => {
  const { strategy, parameters, allowShort } = one;
  const entries = Array.from(one.signals, (signal) => valueOf(signal, allowShort));
  for (const protection of [{}, STOPS]) {
    const execution = { ...COSTS, ...protection, allowShort };
    const own = run(candles, strategy, execution, { intervalSeconds: 3_600, parameters });
    const signals = signalsAt(candles, entries, { mode: 'entries' });
    const uploaded = run(candles, signals.strategy, execution, { intervalSeconds: 3_600, ...signals });
    expect(own.trades.length).toBeGreaterThan(2);
    expect(uploaded.trades).toEqual(own.trades);
    expect(uploaded.equity).toEqual(own.equity);
  }
});

it('compares every strategy with signals, and several with shorts', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBeGreaterThan(12);
  expect(cases.filter(({ allowShort }) => allowShort).length).toBeGreaterThan(4);
});
