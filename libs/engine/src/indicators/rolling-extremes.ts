/** Highest of the last `period` values; NaN before the first full window, at index `period - 1`. */
export function rollingHighest(values: Float64Array, period: number): Float64Array {
  return rollingExtreme(values, period, 1);
}

/** Lowest of the last `period` values; NaN before the first full window, at index `period - 1`. */
export function rollingLowest(values: Float64Array, period: number): Float64Array {
  return rollingExtreme(values, period, -1);
}

/**
 * One pass whatever the period: a queue of the indices that can still become the extreme, their values falling (for the
 * highest; `direction` -1 mirrors it). Each index enters and leaves once. The queue is never longer than the period, so
 * a ring of that many places holds it.
 */
function rollingExtreme(values: Float64Array, period: number, direction: 1 | -1): Float64Array {
  const extremes = new Float64Array(values.length).fill(NaN, 0, period - 1);
  const ring = new Int32Array(period);
  let head = 0;
  let size = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (size > 0 && ring[head] <= index - period) {
      head = head + 1 === period ? 0 : head + 1;
      size--;
    }
    while (size > 0) {
      let last = head + size - 1;
      if (last >= period) last -= period;
      if ((value - values[ring[last]]) * direction < 0) break;
      size--;
    }
    let place = head + size;
    if (place >= period) place -= period;
    ring[place] = index;
    size++;
    if (index >= period - 1) extremes[index] = values[ring[head]]!;
  }
  return extremes;
}
