import { thinOutCurves } from './thin-out-curve';

/** Of a curve, before curves are merged: more than any chart has points. */
const MOST_POINTS_OF_A_CURVE = 20_000;

interface Curve {
  /** In ms, ascending. */
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
}

export interface MergedGrowth {
  /** The first time at which all curves have begun and none is over; null where there is none. */
  readonly start: number | null;
  readonly times: readonly number[];
  /** By time, then by curve; null before a curve's first bar and after its last, and where it is 0 at the start. */
  readonly growth: readonly (readonly (number | null)[])[];
}

/**
 * Curves on one axis of time, each as a multiple of its value at `start`, or at its own first bar where there is no common time: the value of
 * its last bar that opens then or before. Between its bars a curve keeps the value of the one before. At most `points` times (at least 4), with
 * the extremes of every curve as thinOutCurves keeps them. Curves have at least one bar.
 */
export function mergeGrowth(whole: readonly Curve[], points: number): MergedGrowth {
  const curves = whole.map((curve) => thinned(curve, MOST_POINTS_OF_A_CURVE));
  const start = commonStart(whole);
  const times = unionOf(curves.map(({ openTimes }) => openTimes));
  const columns = curves.map((curve, index) => growthAt(times, curve, baseOf(whole[index], start)));
  const kept = thinOutCurves(columns, points);
  const isDefined = (index: number, time: number) => {
    const { openTimes } = whole[index];
    return time >= openTimes[0] && time <= openTimes[openTimes.length - 1];
  };
  return {
    start,
    times: kept.map((row) => times[row]),
    growth: kept.map((row) =>
      columns.map((column, index) =>
        isDefined(index, times[row]) && Number.isFinite(column[row]) ? column[row] : null,
      ),
    ),
  };
}

function thinned({ openTimes, equity }: Curve, points: number): Curve {
  if (equity.length <= points) return { openTimes, equity };
  const kept = thinOutCurves([equity], points);
  return {
    openTimes: Float64Array.from(kept, (index) => openTimes[index]),
    equity: Float64Array.from(kept, (index) => equity[index]),
  };
}

function commonStart(curves: readonly Curve[]): number | null {
  const start = Math.max(...curves.map(({ openTimes }) => openTimes[0]));
  const end = Math.min(...curves.map(({ openTimes }) => openTimes[openTimes.length - 1]));
  return start <= end ? start : null;
}

function baseOf({ openTimes, equity }: Curve, start: number | null): number {
  let bar = 0;
  while (start !== null && openTimes[bar + 1] <= start) bar++;
  return equity[bar];
}

function unionOf(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const column of columns) {
    all.set(column, filled);
    filled += column.length;
  }
  all.sort();
  return all.filter((time, index) => index === 0 || time !== all[index - 1]);
}

/** Outside its bars it is as at its nearest one, so that the extremes of the others count there. */
function growthAt(times: Float64Array, { openTimes, equity }: Curve, base: number): Float64Array {
  const growth = new Float64Array(times.length);
  let bar = 0;
  for (let row = 0; row < times.length; row++) {
    while (openTimes[bar + 1] <= times[row]) bar++;
    growth[row] = equity[bar] / base;
  }
  return growth;
}
