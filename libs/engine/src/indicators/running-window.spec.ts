import { randomWalkCandles } from '../../test/random-walk-candles';
import { type SourceIndicator } from './indicator';
import { INDICATORS } from './registry';

const { close } = randomWalkCandles(1_500, 17);
const PERIOD = 20;
const SPIKE = 1_000;

/** Values 1e8 times the others and more, a fall by a hundredth at each bar, and steps whose rounding adds up. */
const SERIES: Readonly<Record<string, Float64Array>> = {
  'a spike': close.map((value, bar) => (bar === SPIKE ? 1e10 : value)),
  'a spike of no sign': close.map((value, bar) => (bar === SPIKE ? -1e10 : value - 100)),
  'spikes on a spike': close.map((value, bar) => ([1e10, 1e16, 1e5, 1e12][bar - SPIKE] ?? 1) * value),
  'a lasting fall': close.map((value, bar) => value * 0.99 ** bar),
  'many bars': Float64Array.from({ length: 30_000 }, (_, bar) => 1_000.1 + (bar % 3) * 0.1),
};

/** Each addition gives its rounding error back, as in Python's math.fsum. */
function exactSum(terms: readonly number[]): number {
  const parts: number[] = [];
  for (const term of terms) {
    let carried = term;
    let kept = 0;
    for (const part of parts) {
      const sum = carried + part;
      const share = sum - part;
      const error = carried - share + (part - (sum - share));
      if (error !== 0) parts[kept++] = error;
      carried = sum;
    }
    parts.length = kept;
    parts.push(carried);
  }
  return parts.reduceRight((sum, part) => sum + part, 0);
}

const WEIGHTS: Readonly<Record<string, (age: number) => number>> = {
  sma: () => 1,
  wma: (age) => PERIOD - age,
};

describe.each(Object.keys(SERIES))('after %s', (label) => {
  const values = SERIES[label];

  it.each(Object.keys(WEIGHTS))('%s is what an exact sum of its window gives', (name) => {
    const [column] = (INDICATORS[name] as SourceIndicator).compute(values, { period: PERIOD });
    const weights = Array.from({ length: PERIOD }, (_, age) => WEIGHTS[name](age));
    const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
    const stride = Math.floor(values.length / close.length);
    let worst = 0;
    for (let bar = PERIOD - 1; bar < values.length; bar += stride) {
      const terms = weights.map((weight, age) => values[bar - age] * weight);
      const size = terms.reduce((most, term) => Math.max(most, Math.abs(term)), 0) / totalWeight;
      worst = Math.max(worst, Math.abs(column[bar] - exactSum(terms) / totalWeight) / size);
    }
    expect(worst).toBeLessThanOrEqual(1e-9);
  });
});
