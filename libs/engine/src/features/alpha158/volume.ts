import { RecentValues } from '../recent-values';
import { type FactorFamily } from './factor';
import { TINY, WINDOWS } from './windows';

/** How much traded, and how unevenly. */
export const volumeFamily: FactorFamily = {
  factors: [
    {
      name: 'vma',
      summary: 'Mean volume of the last N bars / volume; unknown without volume.',
      barsBefore: 0,
    },
    {
      name: 'vstd',
      summary: 'Sample standard deviation of the last N volumes / volume; unknown without volume.',
      barsBefore: 0,
    },
    {
      name: 'wvma',
      summary:
        'Sample standard deviation / mean of the last N of |close / previous close - 1| × volume; 0 if all are 0.',
      barsBefore: 1,
    },
  ],

  start(values) {
    const [vma, vstd, wvma] = this.factors.map((_, index) => index * WINDOWS.length);
    const moves = new RecentValues(Math.max(...WINDOWS));
    return ({ close, volume: { values: volumes, newest }, bars }) => {
      const volume = volumes[newest];
      const change = close.values[close.newest] / close.values[close.newest - 1] - 1;
      moves.push(Math.abs(change) * volume);
      const move = moves.values[moves.newest];
      let volumeSum = 0;
      let volumeSquares = 0;
      let moveSum = 0;
      let moveSquares = 0;
      let age = 0;
      for (let index = 0; index < WINDOWS.length; index++) {
        const window = WINDOWS[index];
        if (bars < window) return;
        for (; age < window; age++) {
          const volumeDistance = volumes[newest - age] - volume;
          volumeSum += volumeDistance;
          volumeSquares += volumeDistance * volumeDistance;
          const moveDistance = moves.values[moves.newest - age] - move;
          moveSum += moveDistance;
          moveSquares += moveDistance * moveDistance;
        }
        const volumeDeviations = volumeSquares - (volumeSum * volumeSum) / window;
        const moveDeviations = moveSquares - (moveSum * moveSum) / window;
        // Qlib gives the mean times a million millions where nothing traded; nobody wants that in a model.
        const divisor = volume > 0 ? volume + TINY : NaN;
        values[vma + index] = (volume + volumeSum / window) / divisor;
        values[vstd + index] = Math.sqrt(volumeDeviations / (window - 1)) / divisor;
        values[wvma + index] = Math.sqrt(moveDeviations / (window - 1)) / (move + moveSum / window + TINY);
      }
    };
  },
};
