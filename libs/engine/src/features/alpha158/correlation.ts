import { RecentValues } from '../recent-values';
import { type FactorFamily } from './factor';
import { WINDOWS } from './windows';

/** Qlib takes what deviates by no more than this for flat. */
const FLATTEST_DEVIATION = 2e-5;

/** Whether closes and volume go together. */
export const correlationFamily: FactorFamily = {
  factors: [
    {
      name: 'corr',
      summary: 'Correlation of the last N closes with ln(volume + 1); unknown if either is flat.',
      barsBefore: 0,
    },
    {
      name: 'cord',
      summary:
        'Correlation of the last N of close / previous close with ln(volume / previous volume + 1), bars after one without volume left out; unknown if either is flat.',
      barsBefore: 1,
    },
  ],

  start(values) {
    const kept = Math.max(...WINDOWS);
    const logVolumes = new RecentValues(kept);
    const closeChanges = new RecentValues(kept);
    const volumeChanges = new RecentValues(kept);
    const levels = values.subarray(0, WINDOWS.length);
    const changes = values.subarray(WINDOWS.length);
    return ({ close, volume, bars }) => {
      const volumeNow = volume.values[volume.newest];
      const volumeBefore = volume.values[volume.newest - 1];
      logVolumes.push(Math.log1p(volumeNow));
      closeChanges.push(close.values[close.newest] / close.values[close.newest - 1]);
      volumeChanges.push(volumeBefore > 0 ? Math.log1p(volumeNow / volumeBefore) : NaN);
      // Distances between closes are exact, so any that differ at all do; Qlib's bound would silence cheap coins.
      correlate(close, 0, logVolumes, bars, levels);
      correlate(closeChanges, FLATTEST_DEVIATION, volumeChanges, bars - 1, changes);
    };
  },
};

/** Pearson's correlation over each window of `count` values, of the pairs without a hole. */
function correlate(
  { values: left, newest: newestLeft }: RecentValues,
  flattestLeft: number,
  { values: right, newest: newestRight }: RecentValues,
  count: number,
  correlations: Float64Array,
): void {
  let pairs = 0;
  let leftOrigin = 0;
  let rightOrigin = 0;
  let leftSum = 0;
  let rightSum = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  let products = 0;
  let age = 0;
  for (let index = 0; index < WINDOWS.length; index++) {
    if (count < WINDOWS[index]) return;
    for (; age < WINDOWS[index]; age++) {
      const leftValue = left[newestLeft - age];
      const rightValue = right[newestRight - age];
      if (rightValue !== rightValue) continue;
      if (pairs === 0) {
        leftOrigin = leftValue;
        rightOrigin = rightValue;
      }
      pairs++;
      const leftDistance = leftValue - leftOrigin;
      const rightDistance = rightValue - rightOrigin;
      leftSum += leftDistance;
      rightSum += rightDistance;
      leftSquares += leftDistance * leftDistance;
      rightSquares += rightDistance * rightDistance;
      products += leftDistance * rightDistance;
    }
    const leftDeviations = leftSquares - (leftSum * leftSum) / pairs;
    const rightDeviations = rightSquares - (rightSum * rightSum) / pairs;
    const known =
      pairs > 1 &&
      leftDeviations > flattestLeft * flattestLeft * (pairs - 1) &&
      rightDeviations > FLATTEST_DEVIATION * FLATTEST_DEVIATION * (pairs - 1);
    const correlation =
      (products - (leftSum * rightSum) / pairs) / Math.sqrt(leftDeviations * rightDeviations);
    correlations[index] = known ? Math.max(-1, Math.min(1, correlation)) : NaN;
  }
}
