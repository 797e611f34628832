import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type OpenTimes, firstCandleAtOrAfter } from '../market/candle-columns';
import { DAY_MILLISECONDS } from '../calendar/day';
import { type WalkForwardMode, type WalkForwardWindow, windowsOfSizes } from './walk-forward-windows';

/** An entry and the bar it is decided in. */
const FEWEST_BARS = 2;
/** With a number of windows alone, the first training is as long as this many tests. */
const TESTS_PER_TRAINING = 3;
const MOST_WINDOWS = 1_000;

/** How long the windows are: by their number alone, in bars, or in days of the calendar. */
export type WindowLengths =
  | { readonly splits: number }
  | { readonly trainBars: number; readonly testBars: number; readonly stepBars?: number }
  | { readonly trainDays: number; readonly testDays: number; readonly stepDays?: number };

export interface WindowRequest {
  readonly mode: WalkForwardMode;
  readonly lengths: WindowLengths;
  /** Bars between a training and its test, so that what the training ends with does not reach into the test. */
  readonly purgeBars: number;
  /**
   * Further bars between the two, against returns that stay correlated. Where folds are combined freely, an embargo
   * keeps a training off the bars right after its test; in a walk-forward a training only has bars before its test, so
   * that the embargo widens the purge's gap.
   */
  readonly embargoBars: number;
  /** Keeps a last test that is shorter than the others; false without. */
  readonly reduceLast?: boolean;
}

export interface PlannedWindows {
  readonly windows: readonly WalkForwardWindow[];
  readonly warnings: readonly string[];
}

/**
 * Lays the windows over the candles from `tradeFrom` on; indices are the candles'. Throws BacktestRefusal when the
 * request makes no sense, when tests would overlap, or with the numbers when there is too little data for one window
 * (for as many as requested, where their number is given).
 *
 * - `splits` K over n bars: each test has ⌊(n - gap) / (K + 3)⌋ bars and the first training all before the tests, which
 *   is three tests and the remainder: the last test ends with the last bar.
 * - `trainBars`, `testBars`, `stepBars` (a test's length without): skfolio's rule, see windowsOfSizes.
 * - `trainDays`, `testDays`, `stepDays`: the same in UTC days, counted from the midnight before the first bar; a window's
 *   bars are those that open in its days, and the gap's bars come off the end of the training. Windows with fewer than 2
 *   bars in either part are left out with a warning.
 */
export function planWindows(candles: OpenTimes, tradeFrom: number, request: WindowRequest): PlannedWindows {
  const { lengths, purgeBars, embargoBars } = request;
  refuseUnlessWhole('purge_bars', purgeBars, 0);
  refuseUnlessWhole('embargo_bars', embargoBars, 0);
  const bars = candles.length - tradeFrom;
  if (bars <= 0) throw new BacktestRefusal('there are no candles in the requested range');
  const planned =
    'trainDays' in lengths
      ? windowsOfDays(candles, tradeFrom, request, lengths)
      : windowsOfBars(
          bars,
          request,
          'splits' in lengths ? sizesOfSplits(bars, request, lengths.splits) : lengths,
        );
  const { windows, warnings } = planned;
  if (windows.length > MOST_WINDOWS) {
    throw new BacktestRefusal(`${windows.length} windows are too many: at most ${MOST_WINDOWS}`);
  }
  const shift = 'trainDays' in lengths ? 0 : tradeFrom;
  const untested = candles.length - (windows.at(-1)!.testTo + shift);
  return {
    windows: windows.map(({ trainFrom, trainTo, testFrom, testTo }) => ({
      trainFrom: trainFrom + shift,
      trainTo: trainTo + shift,
      testFrom: testFrom + shift,
      testTo: testTo + shift,
    })),
    warnings: [
      ...warnings,
      ...(untested > 0 ? [`the last ${untested} candles are in no test: they do not fill a window`] : []),
    ],
  };
}

type BarLengths = Extract<WindowLengths, { trainBars: number }>;
type DayLengths = Extract<WindowLengths, { trainDays: number }>;

function sizesOfSplits(bars: number, request: WindowRequest, splits: number): BarLengths {
  refuseUnlessWhole('n_splits', splits, 1);
  const gapBars = request.purgeBars + request.embargoBars;
  const testBars = Math.floor((bars - gapBars) / (splits + TESTS_PER_TRAINING));
  if (testBars < FEWEST_BARS) {
    const fewest = (splits + TESTS_PER_TRAINING) * FEWEST_BARS + gapBars;
    throw new BacktestRefusal(
      `too little data: ${splits} windows and a gap of ${gapBars} need at least ${fewest} candles, there are ${bars}`,
    );
  }
  return { trainBars: bars - gapBars - splits * testBars, testBars };
}

function windowsOfBars(bars: number, request: WindowRequest, lengths: BarLengths): PlannedWindows {
  const { trainBars, testBars, stepBars = testBars } = lengths;
  refuseUnlessWhole('train bars', trainBars, FEWEST_BARS);
  refuseUnlessWhole('test bars', testBars, FEWEST_BARS);
  refuseOverlap('bars', testBars, stepBars);
  const gapBars = request.purgeBars + request.embargoBars;
  const sizes = { mode: request.mode, trainBars, testBars, stepBars, gapBars };
  // A rest of one bar is no test: nothing can be entered in it.
  const windows = windowsOfSizes(bars, { ...sizes, reduceLast: request.reduceLast ?? false }).filter(
    ({ testFrom, testTo }) => testTo - testFrom >= FEWEST_BARS,
  );
  if (windows.length === 0) {
    throw new BacktestRefusal(
      `too little data: one window of ${trainBars} candles to train, a gap of ${gapBars} and ${testBars} to test needs ` +
        `${trainBars + gapBars + testBars} candles, there are ${bars}`,
    );
  }
  return { windows, warnings: skippedBetweenTests(stepBars - testBars, 'candles') };
}

function windowsOfDays(
  candles: OpenTimes,
  tradeFrom: number,
  request: WindowRequest,
  lengths: DayLengths,
): PlannedWindows {
  const { trainDays, testDays, stepDays = testDays } = lengths;
  refuseUnlessWhole('train_days', trainDays, 1);
  refuseUnlessWhole('test_days', testDays, 1);
  refuseOverlap('days', testDays, stepDays);
  const gapBars = request.purgeBars + request.embargoBars;
  const firstDay = Math.floor(candles.openTime[tradeFrom] / DAY_MILLISECONDS);
  const days = Math.floor(candles.openTime[candles.length - 1] / DAY_MILLISECONDS) + 1 - firstDay;
  const barOfDay = (day: number) =>
    Math.max(tradeFrom, firstCandleAtOrAfter(candles, (firstDay + day) * DAY_MILLISECONDS));
  const sizes = {
    mode: request.mode,
    trainBars: trainDays,
    testBars: testDays,
    stepBars: stepDays,
    gapBars: 0,
  };
  const spans = windowsOfSizes(days, { ...sizes, reduceLast: request.reduceLast ?? false });
  const windows = spans
    .map((span) => ({
      trainFrom: barOfDay(span.trainFrom),
      trainTo: barOfDay(span.testFrom) - gapBars,
      testFrom: barOfDay(span.testFrom),
      testTo: barOfDay(span.testTo),
    }))
    .filter(
      ({ trainFrom, trainTo, testFrom, testTo }) =>
        trainTo - trainFrom >= FEWEST_BARS && testTo - testFrom >= FEWEST_BARS,
    );
  if (windows.length === 0) {
    throw new BacktestRefusal(
      `too little data: no window of ${trainDays} days to train and ${testDays} to test has ${FEWEST_BARS} candles in ` +
        `each and a gap of ${gapBars} between; there are ${candles.length - tradeFrom} candles in ${days} days`,
    );
  }
  const empty = spans.length - windows.length;
  return {
    windows,
    warnings: [
      ...skippedBetweenTests(stepDays - testDays, 'days'),
      ...(empty > 0
        ? [
            `windows left out because they have fewer than ${FEWEST_BARS} candles to train or to test on: ${empty}`,
          ]
        : []),
    ],
  };
}

function refuseOverlap(unit: 'bars' | 'days', test: number, step: number): void {
  refuseUnlessWhole(`step ${unit}`, step, 1);
  if (step < test) {
    throw new BacktestRefusal(
      `windows would overlap: a step of ${step} ${unit} is shorter than a test of ${test}, and what is tested twice ` +
        'would count twice',
    );
  }
}

function refuseUnlessWhole(name: string, value: number, minimum: number): void {
  if (!Number.isSafeInteger(value) || value < minimum) {
    throw new BacktestRefusal(`${name} must be a whole number from ${minimum}, got ${value}`);
  }
}

function skippedBetweenTests(skipped: number, unit: string): string[] {
  return skipped > 0 ? [`between two tests, ${skipped} ${unit} are in no test`] : [];
}
