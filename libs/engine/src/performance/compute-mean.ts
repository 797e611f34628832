/** Arithmetic mean; null without values. */
export function computeMean(values: Float64Array): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index];
  return sum / values.length;
}
