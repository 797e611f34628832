/**
 * The value below which `percent` of 100 of the values lie, interpolated linearly between the two nearest (numpy.percentile's default; type 7
 * of Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996). NaN of nothing.
 */
export function percentileOf(ascending: Float64Array, percent: number): number {
  const position = ((ascending.length - 1) * percent) / 100;
  const lower = Math.floor(position);
  const below = ascending[lower];
  const above = ascending[Math.ceil(position)];
  return below + (above - below) * (position - lower);
}
