export const WALK_FORWARD_MODES = ['rolling', 'anchored'] as const;

export type WalkForwardMode = (typeof WALK_FORWARD_MODES)[number];

/** One stretch to choose parameters on and the later one to try them on; bars `from` (inclusive) to `to` (exclusive). */
export interface WalkForwardWindow {
  readonly trainFrom: number;
  readonly trainTo: number;
  readonly testFrom: number;
  readonly testTo: number;
}

export interface WindowSizes {
  /** `rolling` keeps the length of training; `anchored` lets every training begin with the first bar. */
  readonly mode: WalkForwardMode;
  /** Bars of the first training. */
  readonly trainBars: number;
  readonly testBars: number;
  /** From one test to the next. */
  readonly stepBars: number;
  /** Bars between a training and its test, in neither. */
  readonly gapBars: number;
  /** Keeps a last test that has fewer than `testBars`. */
  readonly reduceLast: boolean;
}

/**
 * The windows over `bars` bars by skfolio's rule (WalkForward; its purged_size is `gapBars`): the first test starts after
 * the first training and the gap, each further one a step later, and a training ends a gap before its test. None when
 * there are too few bars.
 */
export function windowsOfSizes(bars: number, sizes: WindowSizes): WalkForwardWindow[] {
  const { mode, trainBars, testBars, stepBars, gapBars, reduceLast } = sizes;
  const windows: WalkForwardWindow[] = [];
  for (let testFrom = trainBars + gapBars; testFrom < bars; testFrom += stepBars) {
    const complete = testFrom + testBars <= bars;
    if (!complete && !reduceLast) break;
    const trainTo = testFrom - gapBars;
    const testTo = complete ? testFrom + testBars : bars;
    windows.push({ trainFrom: mode === 'anchored' ? 0 : trainTo - trainBars, trainTo, testFrom, testTo });
    if (!complete) break;
  }
  return windows;
}
