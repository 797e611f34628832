import { type RecentValues } from '../recent-values';
import { type FactorFamily } from './factor';
import { TINY, WINDOWS } from './windows';

/** How often and how far closes and volume rose and fell. */
export const changesFamily: FactorFamily = {
  factors: [
    { name: 'cntp', summary: 'Share of the last N bars that closed above the bar before.', barsBefore: 1 },
    { name: 'cntn', summary: 'Share of the last N bars that closed below the bar before.', barsBefore: 1 },
    { name: 'cntd', summary: 'Share of rising minus share of falling bars of the last N.', barsBefore: 1 },
    { name: 'sump', summary: 'Rises of the close / all its changes over the last N bars.', barsBefore: 1 },
    { name: 'sumn', summary: 'Falls of the close / all its changes over the last N bars.', barsBefore: 1 },
    {
      name: 'sumd',
      summary: 'Rises minus falls of the close / all its changes over the last N bars.',
      barsBefore: 1,
    },
    { name: 'vsump', summary: 'Rises of the volume / all its changes over the last N bars.', barsBefore: 1 },
    { name: 'vsumn', summary: 'Falls of the volume / all its changes over the last N bars.', barsBefore: 1 },
    {
      name: 'vsumd',
      summary: 'Rises minus falls of the volume / all its changes over the last N bars.',
      barsBefore: 1,
    },
  ],

  start(values) {
    const counts = values.subarray(0, 3 * WINDOWS.length);
    const closes = values.subarray(3 * WINDOWS.length, 6 * WINDOWS.length);
    const volumes = values.subarray(6 * WINDOWS.length);
    return ({ close, volume, bars }) => {
      countChanges(close, bars, counts);
      addChanges(close, bars, closes);
      addChanges(volume, bars, volumes);
    };
  },
};

function countChanges({ values, newest }: RecentValues, bars: number, shares: Float64Array): void {
  let rises = 0;
  let falls = 0;
  let age = 0;
  for (let index = 0; index < WINDOWS.length; index++) {
    const window = WINDOWS[index];
    if (bars <= window) return;
    for (; age < window; age++) {
      const value = values[newest - age];
      const before = values[newest - age - 1];
      rises += Number(value > before);
      falls += Number(value < before);
    }
    shares[index] = rises / window;
    shares[index + WINDOWS.length] = falls / window;
    shares[index + 2 * WINDOWS.length] = (rises - falls) / window;
  }
}

function addChanges({ values, newest }: RecentValues, bars: number, shares: Float64Array): void {
  let sizes = 0;
  let changes = 0;
  let age = 0;
  for (let index = 0; index < WINDOWS.length; index++) {
    const window = WINDOWS[index];
    if (bars <= window) return;
    for (; age < window; age++) {
      const change = values[newest - age] - values[newest - age - 1];
      sizes += Math.abs(change);
      changes += change;
    }
    // Sizes plus and minus changes are twice the rises and twice the falls: no branch on what no one can foresee.
    const all = sizes + TINY;
    shares[index] = (sizes + changes) / 2 / all;
    shares[index + WINDOWS.length] = (sizes - changes) / 2 / all;
    shares[index + 2 * WINDOWS.length] = changes / all;
  }
}
