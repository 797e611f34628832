/** Where one output goes: the column that the caller lends, or a new one. */
export function lentColumn(length: number, lent: Float64Array | undefined): Float64Array {
  if (lent === undefined) return new Float64Array(length);
  if (lent.length === length) return lent;
  throw new RangeError(`A column of ${lent.length} values was lent for an output of ${length}.`);
}
