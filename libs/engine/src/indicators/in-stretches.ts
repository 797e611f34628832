const BARS_PER_CALL = 1_024;

/**
 * Calls a kernel for one stretch of bars after the other. A compiler that works while the program runs gets a better grip of
 * a function that is called often than of one long loop, whose first calls, as most of ours are, it would leave to the
 * interpreter.
 */
export function inStretches(
  from: number,
  to: number,
  kernel: (start: number, end: number) => void,
  barsPerCall = BARS_PER_CALL,
): void {
  for (let start = from; start < to; start += barsPerCall) {
    kernel(start, Math.min(start + barsPerCall, to));
  }
}
