import { percentileOf } from './percentile';

/** More bars than that are no picture. */
const MOST_BINS = 100;

/** Values from `lower` up to `upper`, which the last bin alone includes. */
export interface HistogramBin {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

/**
 * Bins of equal width from the smallest to the largest value, as numpy.histogram(values, 'auto') has them (2.4), but at most 100: the width is
 * that of Freedman and Diaconis (1981), which is not taken below half of range / √n, or that of Sturges (1926) where it is smaller. Values that
 * are all equal are in one bin from 0.5 below them to 0.5 above. No bins of nothing.
 */
export function makeHistogram(ascending: Float64Array): HistogramBin[] {
  const { length } = ascending;
  if (length === 0) return [];
  const smallest = ascending[0];
  const largest = ascending[length - 1];
  const range = largest - smallest;
  if (range === 0) return [{ lower: smallest - 0.5, upper: largest + 0.5, count: length }];
  const bins = Math.min(MOST_BINS, Math.ceil(range / binWidth(ascending, range)));
  const step = range / bins;
  // So close to each other that doubles have no edges between them.
  if (smallest + step === smallest) return [{ lower: smallest, upper: largest, count: length }];
  const edgeOf = (index: number) => (index === bins ? largest : smallest + index * step);
  const counts = new Uint32Array(bins);
  for (const value of ascending) {
    let bin = Math.min(bins - 1, Math.floor(((value - smallest) / range) * bins));
    // The quotient may be off by a rounding.
    if (value < edgeOf(bin)) bin--;
    else if (bin < bins - 1 && value >= edgeOf(bin + 1)) bin++;
    counts[bin]++;
  }
  return Array.from(counts, (count, index) => ({ lower: edgeOf(index), upper: edgeOf(index + 1), count }));
}

function binWidth(ascending: Float64Array, range: number): number {
  const { length } = ascending;
  const middleHalf = percentileOf(ascending, 75) - percentileOf(ascending, 25);
  const freedmanDiaconis = (2 * middleHalf) / Math.cbrt(length);
  const sturges = range / (Math.log2(length) + 1);
  return Math.min(Math.max(freedmanDiaconis, range / Math.sqrt(length) / 2), sturges);
}
