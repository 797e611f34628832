import { type PairedCurves, pairReturns } from './pair-returns';
import {
  type RollingMeasure,
  ROLLING_MEASURES,
  type RollingRelative,
  rollingRelative,
} from './rolling-relative';

/** What an account has without a benchmark beside it. */
const OF_THE_ACCOUNT: readonly RollingMeasure[] = ['sharpeRatio', 'volatility'];

export interface RolledCurves extends Omit<PairedCurves, 'benchmarkEquity'> {
  /** Null where none was kept: what needs one is NaN. */
  readonly benchmarkEquity: Float64Array | null;
  /** Returns in a window, at least 2. */
  readonly window: number;
}

/**
 * The figures of rollingRelative by bar: those of the last `window` returns (pairReturns) up to its close. NaN
 * before as many, outside the span, and where undefined.
 */
export function rollingCurves({ window, benchmarkEquity, ...curves }: RolledCurves): RollingRelative {
  const paired = pairReturns({ ...curves, benchmarkEquity: benchmarkEquity ?? curves.equity });
  const columns = rollingRelative({ ...paired, window });
  const bars = curves.openTime.length;
  const last = curves.span?.last ?? bars - 1;
  const byBar = (name: RollingMeasure) =>
    benchmarkEquity === null && !OF_THE_ACCOUNT.includes(name)
      ? new Float64Array(bars).fill(NaN)
      : heldOverBars(columns[name], paired.ends, last, bars);
  return Object.fromEntries(
    ROLLING_MEASURES.map((name) => [name, byBar(name)]),
  ) as unknown as RollingRelative;
}

function heldOverBars(values: Float64Array, ends: Uint32Array, last: number, bars: number): Float64Array {
  const held = new Float64Array(bars).fill(NaN);
  for (let index = 0; index < ends.length; index++) {
    held.fill(values[index], ends[index], index + 1 < ends.length ? ends[index + 1] : last + 1);
  }
  return held;
}
