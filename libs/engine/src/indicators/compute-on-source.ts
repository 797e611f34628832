import { type IncrementalIndicator, type LentColumns, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';

/**
 * Computes an indicator of a column that may hold holes (NaN or infinite values): the warm-up of the indicator the column
 * comes from, or a division by zero in the middle. Every hole-free stretch is computed on its own, so a hole costs
 * another warm-up; carried through running sums it would cost all bars after it. The outputs are NaN in the holes.
 */
export function computeOnSource(
  indicator: SourceIndicator,
  source: Float64Array,
  parameters: Readonly<Record<string, number>>,
  into?: LentColumns,
): readonly Float64Array[] {
  let end = stretchEnd(source, 0);
  if (end === source.length) return indicator.compute(source, parameters, into);
  const lookback = indicator.lookback(parameters);
  const outputs = indicator.outputs.map((_, output) => lentColumn(source.length, into?.[output]).fill(NaN));
  for (let start = 0; start < source.length; start = end + 1, end = stretchEnd(source, start)) {
    if (end - start <= lookback) continue;
    indicator.compute(
      source.subarray(start, end),
      parameters,
      outputs.map((column) => column.subarray(start, end)),
    );
  }
  return outputs;
}

/** The same, value by value: the indicator is begun anew after each hole. */
export function startOnSource(
  indicator: SourceIndicator,
  parameters: Readonly<Record<string, number>>,
): IncrementalIndicator<number> {
  const values = new Float64Array(indicator.outputs.length).fill(NaN);
  let state: IncrementalIndicator<number> | undefined;
  return {
    values,
    update(value) {
      if (isHole(value)) {
        state = undefined;
        values.fill(NaN);
        return;
      }
      state ??= indicator.start(parameters);
      state.update(value);
      values.set(state.values);
    },
  };
}

/** Index of the first hole from `start` on, or the length. */
function stretchEnd(source: Float64Array, start: number): number {
  let end = start;
  while (end < source.length && !isHole(source[end])) end++;
  return end;
}

function isHole(value: number): boolean {
  return value - value !== 0;
}
