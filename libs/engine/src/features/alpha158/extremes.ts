import { type FactorFamily } from './factor';
import { TINY, WINDOWS } from './windows';

/** How high, how low and how long ago the extremes of the last bars were. */
export const extremesFamily: FactorFamily = {
  factors: [
    { name: 'max', summary: 'Highest high of the last N bars / close.', barsBefore: 0 },
    { name: 'min', summary: 'Lowest low of the last N bars / close.', barsBefore: 0 },
    {
      name: 'rsv',
      summary:
        'Position of the close between the lowest low (0) and the highest high (1) of the last N bars.',
      barsBefore: 0,
    },
    {
      name: 'imax',
      summary: 'Position of the highest high, the oldest of equal ones, among the last N bars, 1 / N to 1.',
      barsBefore: 0,
    },
    {
      name: 'imin',
      summary: 'Position of the lowest low, the oldest of equal ones, among the last N bars, 1 / N to 1.',
      barsBefore: 0,
    },
    {
      name: 'imxd',
      summary: 'Bars from the lowest low to the highest high of the last N / N.',
      barsBefore: 0,
    },
  ],

  start(values) {
    const [max, min, rsv, imax, imin, imxd] = this.factors.map((_, index) => index * WINDOWS.length);
    return ({ high, low, close, bars }) => {
      const price = close.values[close.newest];
      let highest = -Infinity;
      let lowest = Infinity;
      let highestAge = 0;
      let lowestAge = 0;
      let age = 0;
      for (let index = 0; index < WINDOWS.length; index++) {
        const window = WINDOWS[index];
        if (bars < window) return;
        for (; age < window; age++) {
          const top = high.values[high.newest - age];
          const bottom = low.values[low.newest - age];
          if (top >= highest) {
            highest = top;
            highestAge = age;
          }
          if (bottom <= lowest) {
            lowest = bottom;
            lowestAge = age;
          }
        }
        values[max + index] = highest / price;
        values[min + index] = lowest / price;
        values[rsv + index] = (price - lowest) / (highest - lowest + TINY);
        values[imax + index] = (window - highestAge) / window;
        values[imin + index] = (window - lowestAge) / window;
        values[imxd + index] = (lowestAge - highestAge) / window;
      }
    };
  },
};
