import { candlesFromPrices } from '../../test/candles-from-prices';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { readSpxCandles } from '../../test/spx-candles';
import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { type Indicator } from './indicator';
import { type ParameterRule } from './parameter-rule';
import { INDICATORS } from './registry';

type Parameters = Readonly<Record<string, number>>;

const PARAMETER_SETS: Readonly<Record<string, (rule: ParameterRule) => number>> = {
  default: (rule) => rule.default,
  short: (rule) => Math.max(rule.minimum, Math.ceil(rule.default / 4)),
  big: (rule) => Math.min(rule.maximum, rule.default * 6 + 1),
};

/** Minutes, of which a day has the most. */
const SERIES: Readonly<Record<string, CandleColumns>> = {
  'a random walk': randomWalkCandles(5_000, 5, 60),
  'the S&P 500': readSpxCandles(),
};
const LENGTH = 5_000;
const STARTS = [1, 60, 357, 777, 1_013, 1_444];
const TOLERANCE = 1e-9;

function compute(indicator: Indicator, candles: CandleColumns, parameters: Parameters) {
  return indicator.input === 'source'
    ? indicator.compute(candles.close, parameters)
    : indicator.compute(candles, parameters);
}

/** The most bars that passed, over all starts, before the values came to what those of the whole series are. */
function barsToAgreement(indicator: Indicator, candles: CandleColumns, parameters: Parameters): number {
  const whole = compute(indicator, candles, parameters);
  const sizes = whole.map(meanSize);
  const needed = STARTS.map((start) => {
    const begun = compute(indicator, sliceCandleColumns(candles, start, LENGTH), parameters);
    return Math.max(
      ...begun.map((column, output) => lastApart(column, whole[output].subarray(start), sizes[output])),
    );
  });
  return Math.max(...needed) + 1;
}

/** The last bar at which the two differ by more than the tolerance of the value, or of its usual size where it is near 0. */
function lastApart(column: Float64Array, expected: Float64Array, size: number): number {
  for (let bar = column.length - 1; bar >= 0; bar--) {
    const difference = Math.abs(column[bar] - expected[bar]);
    if (!(difference <= TOLERANCE * Math.max(Math.abs(expected[bar]), size))) return bar;
  }
  return -1;
}

function meanSize(column: Float64Array): number {
  const known = column.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + Math.abs(value), 0) / known.length;
}

describe.each(Object.keys(INDICATORS))('%s', (name) => {
  const indicator = INDICATORS[name];
  const sets = Object.entries(PARAMETER_SETS).map(([label, choose]): [string, Parameters] => [
    label,
    Object.fromEntries(Object.entries(indicator.parameters).map(([key, rule]) => [key, choose(rule)])),
  ]);

  if (indicator.warmup(sets[0][1]) === null) {
    it('shows for ever where the series was begun', () => {
      // It climbs, and then hardly moves.
      const prices = Array.from({ length: LENGTH }, (_, bar) => (bar < 200 ? 100 + bar : 300 + (bar % 2)));
      const candles = candlesFromPrices(prices.map((price, bar) => [prices[bar - 1] ?? 99, price]));
      const [whole] = compute(indicator, candles, sets[0][1]);
      const [begun] = compute(indicator, sliceCandleColumns(candles, 400, LENGTH), sets[0][1]);
      expect(lastApart(begun, whole.subarray(400), 0)).toBe(begun.length - 1);
    });
    return;
  }

  it.each(sets)(
    'with %s parameters forgets where the series was begun within its warm-up',
    (_label, parameters) => {
      const warmup = Number(indicator.warmup(parameters));
      const needed = Object.values(SERIES).map((candles) => barsToAgreement(indicator, candles, parameters));
      expect(Math.max(...needed)).toBeLessThanOrEqual(warmup);
      // Nor would two thirds of it do.
      expect(Math.max(...needed)).toBeGreaterThanOrEqual((warmup * 2) / 3);
      expect(warmup).toBeGreaterThanOrEqual(indicator.lookback(parameters));
    },
  );
});
