import { randomWalkCandles } from '../../test/random-walk-candles';
import { placesOrders } from '../backtest/order-strategy';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { resolveStrategy, STRATEGIES } from './registry';

/** Several bars to a day, for what starts anew each day. */
const hourlyCandles = (length: number, seed: number) => randomWalkCandles(length, seed, 3_600);

/** Bars after which it no longer matters that the Supertrend starts as falling, whatever the prices. */
const SETTLED = 200;

/** What makes a signal on the first bar likely where the defaults wait for a rare one. */
const EAGER: Readonly<Record<string, Readonly<Record<string, number>>>> = { supertrend: { multiplier: 0.5 } };

/** The same candles upside down: what rises falls, by as much. */
function mirrored(candles: CandleColumns): CandleColumns {
  const axis = 4 * Math.max(...candles.high);
  const flipped = (values: Float64Array) => values.map((value) => axis - value);
  return {
    ...candles,
    open: flipped(candles.open),
    high: flipped(candles.low),
    low: flipped(candles.high),
    close: flipped(candles.close),
  };
}

/** What every strategy promises, whichever it is. */
describe.each(Object.keys(STRATEGIES))('%s', (name) => {
  const { strategy, parameters } = resolveStrategy(name, {});

  it('is registered under its own name and describes itself', () => {
    expect(strategy.name).toBe(name);
    expect(strategy.summary).toMatch(/^[A-Z].*\.$/);
    for (const rule of Object.values(strategy.parameters)) expect(rule.summary).toMatch(/^[A-Z].*\.$/);
  });

  it('accepts its own limits and its default grid, where they agree with each other', () => {
    for (const [key, rule] of Object.entries(strategy.parameters)) {
      expect(rule.default).toBeGreaterThanOrEqual(rule.minimum);
      expect(rule.default).toBeLessThanOrEqual(rule.maximum);
      expect(strategy.defaultGrid?.[key]).toContain(rule.default);
      for (const value of strategy.defaultGrid?.[key] ?? []) {
        expect(value).toBeGreaterThanOrEqual(rule.minimum);
        expect(value).toBeLessThanOrEqual(rule.maximum);
      }
    }
    expect(Object.keys(strategy.defaultGrid ?? {})).toEqual(Object.keys(strategy.parameters));
  });

  it('refuses an unknown parameter and names those it has', () => {
    const allowed = Object.keys(strategy.parameters).join(', ') || 'none';
    expect(() => resolveStrategy(name, { fsat: 5 })).toThrow(
      `${name} has no parameter "fsat": it has ${allowed}`,
    );
  });

  it.each([NaN, Infinity, -1, 1e13, '14', null, true, [], {}])(
    'refuses %p for each of its parameters',
    (value) => {
      for (const [key, rule] of Object.entries(strategy.parameters)) {
        const wanted = rule.words
          ? `one of ${rule.words.join(', ')} (default ${rule.words[rule.default]})`
          : `${rule.type === 'integer' ? 'an integer' : 'a number'} from ${rule.minimum} to ${rule.maximum} (default ${rule.default})`;
        expect(() => resolveStrategy(name, { [key]: value })).toThrow(
          `parameter ${key} of ${name} must be ${wanted}`,
        );
      }
      expect(Object.keys(strategy.parameters).length).toBe(Object.keys(parameters).length);
    },
  );
});

const SIGNALLING = Object.values(STRATEGIES).filter(
  (strategy): strategy is Strategy => !placesOrders(strategy),
);

/** What every strategy promises that trades by signals. */
describe.each(SIGNALLING.map((strategy) => [strategy.name, strategy] as const))('%s', (name, strategy) => {
  const { parameters } = resolveStrategy(name, {});
  const candles = hourlyCandles(2_000, 11);
  const signalsOf = (series: CandleColumns) => strategy.signals(series, parameters, new IndicatorMemo());
  const signals = signalsOf(candles);
  const warmup = strategy.warmup(parameters);

  it('says one known byte per candle, and enters at least once', () => {
    const all = ENTER_LONG | EXIT_LONG | ENTER_SHORT | EXIT_SHORT;
    expect(signals).toHaveLength(candles.length);
    expect(signals.every((signal) => (signal & ~all) === 0)).toBe(true);
    expect(signals.some((signal) => (signal & ENTER_LONG) !== 0)).toBe(true);
  });

  it('is deterministic and leaves the candles alone', () => {
    expect(signalsOf(candles)).toEqual(signals);
    expect(candles).toEqual(hourlyCandles(2_000, 11));
  });

  it('says the same with columns that others computed', () => {
    const shared = new IndicatorMemo();
    for (const value of [5, 21, 55]) {
      for (const [key, rule] of Object.entries(strategy.parameters)) {
        const tried = { ...parameters, [key]: Math.max(rule.minimum, Math.min(rule.maximum, value)) };
        if (strategy.check?.(tried) !== undefined) continue;
        expect(strategy.signals(candles, tried, shared)).toEqual(
          strategy.signals(candles, tried, new IndicatorMemo()),
        );
      }
    }
    expect(strategy.signals(candles, parameters, shared)).toEqual(signals);
  });

  const lengths = new Set([0, 1, warmup, warmup + 1, 57, 500, 1_234, 1_999]);
  it.each([...lengths])('knows nothing after candle %i', (length) => {
    expect(signalsOf(sliceCandleColumns(candles, 0, length))).toEqual(signals.slice(0, length));
  });

  it('says nothing while it warms up, and may speak right after', () => {
    expect(signals.slice(0, warmup).every((signal) => signal === 0)).toBe(true);
    // Over many series, some first signal falls on the very first bar allowed: the warm-up is not longer than needed.
    const eager = { ...parameters, ...EAGER[name] };
    const earliest = Array.from({ length: 400 }, (_, seed) =>
      strategy.signals(hourlyCandles(warmup + 1, 2 * seed + 1), eager, new IndicatorMemo()),
    );
    expect(earliest.some((bytes) => bytes[warmup] !== 0)).toBe(true);
    expect(earliest.every((bytes) => bytes.subarray(0, warmup).every((signal) => signal === 0))).toBe(true);
  });
});

const TWO_SIDED = SIGNALLING.filter(({ name }) => name !== 'buy_and_hold');

it.each(TWO_SIDED.map((strategy) => [strategy.name, strategy] as const))(
  '%s goes short where it goes long in the mirror',
  (name, strategy) => {
    const { parameters } = resolveStrategy(name, {});
    const candles = hourlyCandles(2_000, 11);
    const sides = (series: CandleColumns, enter: number, exit: number) =>
      Array.from(strategy.signals(series, parameters, new IndicatorMemo()), (signal) => [
        (signal & enter) !== 0,
        (signal & exit) !== 0,
      ]).slice(SETTLED);
    const long = sides(candles, ENTER_LONG, EXIT_LONG);
    const short = sides(mirrored(candles), ENTER_SHORT, EXIT_SHORT);
    expect(short).toEqual(long);
    expect(long.some(([enter]) => enter)).toBe(true);
  },
);
