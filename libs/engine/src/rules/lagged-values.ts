/** A column (or a constant, of one value) and how many bars later its values are read: bar t reads values[t - lag]. */
export interface LaggedValues {
  readonly values: Float64Array;
  readonly lag: number;
}

/** Instead of a second operand where there is none. */
export const NO_OTHER: LaggedValues = { values: new Float64Array(1), lag: 0 };

interface Aligned {
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Of the whole result; its first `start` bars have none, the others that of left[0] and right[0], and so on. */
  readonly length: number;
  readonly start: number;
}

/** Views of two columns in which the same index is what the same bar reads. Constants stay as they are. */
export function alignLagged(left: LaggedValues, right: LaggedValues): Aligned {
  const length = left.values.length === 1 ? right.values.length : left.values.length;
  const start = Math.min(length, Math.max(left.lag, right.lag));
  const view = ({ values, lag }: LaggedValues) =>
    values.length === 1
      ? values
      : values.subarray(start - Math.min(lag, start), length - Math.min(lag, length));
  return { left: view(left), right: view(right), length, start };
}

/** The column that is read, of `length` bars: NaN where it would be read before its beginning. */
export function spread({ values, lag }: LaggedValues, length: number): Float64Array {
  if (values.length === length && lag === 0) return values;
  const column = new Float64Array(length);
  if (values.length === 1) return column.fill(values[0]);
  const start = Math.min(length, lag);
  column.fill(NaN, 0, start).set(values.subarray(0, length - start), start);
  return column;
}
