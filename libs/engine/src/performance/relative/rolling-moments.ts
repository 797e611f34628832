import { mergeMoments, momentsOfOne, NO_MOMENTS, type PairedMoments } from './paired-moments';

/**
 * Calls `visit` with the last index and the moments of every `window` returns in a row. Blocks of `window` are summed up
 * from their end and from their beginning, and a window is the end of one and the beginning of the next: one merge, and
 * nothing that left the window has to be subtracted, which is what running sums lose their digits by.
 */
export function rollingMoments(
  returns: Float64Array,
  benchmarkReturns: Float64Array,
  window: number,
  visit: (end: number, moments: PairedMoments) => void,
): void {
  const one = (index: number) => momentsOfOne(returns[index], benchmarkReturns[index]);
  let endsOfBlockBefore: readonly PairedMoments[] = [];
  for (let from = 0; from < returns.length; from += window) {
    const to = Math.min(returns.length, from + window);
    let beginning = NO_MOMENTS;
    for (let index = from; index < to; index++) {
      beginning = mergeMoments(beginning, one(index));
      const within = index + 1 - from;
      if (within === window) visit(index, beginning);
      else if (from > 0) visit(index, mergeMoments(endsOfBlockBefore[within], beginning));
    }
    endsOfBlockBefore = to - from === window ? endsOf(from, to, one) : [];
  }
}

/** At [i], the moments from the block's return i to its last. */
function endsOf(from: number, to: number, one: (index: number) => PairedMoments): PairedMoments[] {
  const ends = new Array<PairedMoments>(to - from);
  let end = NO_MOMENTS;
  for (let index = to - 1; index >= from; index--) {
    end = mergeMoments(one(index), end);
    ends[index - from] = end;
  }
  return ends;
}
