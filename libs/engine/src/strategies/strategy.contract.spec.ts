import { randomWalkCandles } from '../../test/random-walk-candles';
import { sliceCandleColumns } from '../market/candle-columns';
import { resolveStrategy, STRATEGIES } from './registry';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './strategy';

/** What every strategy promises, whichever it is. */
describe.each(Object.keys(STRATEGIES))('%s', (name) => {
  const { strategy, parameters } = resolveStrategy(name, {});
  const candles = randomWalkCandles(2_000, 11);
  const signals = strategy.signals(candles, parameters);
  const warmup = strategy.warmup(parameters);

  it('is registered under its own name and describes itself', () => {
    expect(strategy.name).toBe(name);
    expect(strategy.summary).toMatch(/^[A-Z].*\.$/);
    for (const rule of Object.values(strategy.parameters)) expect(rule.summary).toMatch(/^[A-Z].*\.$/);
  });

  it('says one known byte per candle, and enters at least once', () => {
    const all = ENTER_LONG | EXIT_LONG | ENTER_SHORT | EXIT_SHORT;
    expect(signals).toHaveLength(candles.length);
    expect(signals.every((signal) => (signal & ~all) === 0)).toBe(true);
    expect(signals.some((signal) => (signal & ENTER_LONG) !== 0)).toBe(true);
  });

  it('is deterministic and leaves the candles alone', () => {
    const before = candles.close.slice();
    expect(strategy.signals(candles, parameters)).toEqual(signals);
    expect(candles.close).toEqual(before);
  });

  it.each([0, 1, warmup, warmup + 1, 57, 500, 1_234, 1_999])('knows nothing after candle %i', (length) => {
    expect(strategy.signals(sliceCandleColumns(candles, 0, length), parameters)).toEqual(
      signals.slice(0, length),
    );
  });

  it('says nothing while it warms up, and may speak right after', () => {
    expect(signals.slice(0, warmup).every((signal) => signal === 0)).toBe(true);
    // Over many series, some first signal falls on the very first bar allowed: the warm-up is not longer than needed.
    const earliest = Array.from({ length: 400 }, (_, seed) =>
      strategy.signals(randomWalkCandles(warmup + 1, 2 * seed + 1), parameters),
    );
    expect(earliest.some((bytes) => bytes[warmup] !== 0)).toBe(true);
    expect(earliest.every((bytes) => bytes.subarray(0, warmup).every((signal) => signal === 0))).toBe(true);
  });

  it('accepts its own limits and its default grid, where they agree with each other', () => {
    for (const [key, rule] of Object.entries(strategy.parameters)) {
      expect(rule.default).toBeGreaterThanOrEqual(rule.minimum);
      expect(rule.default).toBeLessThanOrEqual(rule.maximum);
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
      `${name} has no parameter "fsat": it takes ${allowed}`,
    );
  });

  it.each([NaN, Infinity, -1, 1e9, '14', null, true, [], {}])(
    'refuses %p for each of its parameters',
    (value) => {
      for (const [key, rule] of Object.entries(strategy.parameters)) {
        expect(() => resolveStrategy(name, { [key]: value })).toThrow(
          `parameter ${key} of ${name} must be ${rule.type === 'integer' ? 'an integer' : 'a number'} ` +
            `from ${rule.minimum} to ${rule.maximum} (default ${rule.default})`,
        );
      }
      expect(Object.keys(strategy.parameters).length).toBe(Object.keys(parameters).length);
    },
  );
});
