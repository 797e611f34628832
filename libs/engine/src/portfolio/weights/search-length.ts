/** A length is good enough where the slope has fallen to this share of what it was. */
const SLOPE_LEFT = 0.1;
const LONGEST = 2 ** 20;
const MOST_TRIALS = 60;

/**
 * How far to go along a step: near the minimum over t of linear × t + quadratic × t² / 2 − Σ log(1 + t × step), which is
 * convex. The slope alone decides: where the curve still falls, t is doubled, and halved between where it falls and where it rises.
 * Every 1 + t × step is positive.
 */
export function searchLength(step: Float64Array, linear: number, quadratic: number): number {
  let end = Infinity;
  for (const share of step) if (share < 0) end = Math.min(end, -1 / share);
  const slopeAt = (length: number) => {
    let slope = linear + quadratic * length;
    for (const share of step) slope -= share / (1 + length * share);
    return slope;
  };
  const close = SLOPE_LEFT * Math.abs(slopeAt(0));
  let falls = 0;
  let length = Math.min(1, end / 2);
  for (let trial = 0; trial < MOST_TRIALS; trial++) {
    const slope = slopeAt(length);
    if (Math.abs(slope) <= close) return length;
    if (slope < 0) falls = length;
    else end = length;
    if (falls >= LONGEST) return falls;
    length = end < Infinity ? (falls + end) / 2 : 2 * falls;
  }
  return falls;
}
