import { type FactorFamily } from './factor';
import { WINDOWS } from './windows';

/** Where the close lies in the course of the last closes, and the line of least squares through them. */
export const trendFamily: FactorFamily = {
  factors: [
    { name: 'roc', summary: 'Close N bars ago / close.', barsBefore: 1 },
    { name: 'ma', summary: 'Mean of the last N closes / close.', barsBefore: 0 },
    { name: 'std', summary: 'Sample standard deviation of the last N closes / close.', barsBefore: 0 },
    { name: 'beta', summary: 'Slope per bar of the line through the last N closes / close.', barsBefore: 0 },
    {
      name: 'rsqr',
      summary: 'R² of the line through the last N closes; unknown if they are equal.',
      barsBefore: 0,
    },
    {
      name: 'resi',
      summary: 'Distance of the close to the line through the last N closes / close.',
      barsBefore: 0,
    },
  ],

  start(values) {
    const [roc, ma, std, beta, rsqr, resi] = this.factors.map((_, index) => index * WINDOWS.length);
    return ({ close: { values: closes, newest }, bars }) => {
      const close = closes[newest];
      let sum = 0;
      let squares = 0;
      let sumByAge = 0;
      let age = 0;
      for (let index = 0; index < WINDOWS.length; index++) {
        const window = WINDOWS[index];
        if (bars < window) return;
        for (; age < window; age++) {
          const distance = closes[newest - age] - close;
          sum += distance;
          squares += distance * distance;
          sumByAge += distance * age;
        }
        const mean = sum / window;
        const deviations = squares - sum * mean;
        const meanAge = (window - 1) / 2;
        const ageDeviations = (window * (window * window - 1)) / 12;
        const together = sumByAge - sum * meanAge;
        const slope = -together / ageDeviations;
        if (bars > window) values[roc + index] = closes[newest - window] / close;
        values[ma + index] = (close + mean) / close;
        values[std + index] = Math.sqrt(deviations / (window - 1)) / close;
        values[beta + index] = slope / close;
        values[rsqr + index] = (together * together) / (ageDeviations * deviations);
        values[resi + index] = -(mean + slope * meanAge) / close;
      }
    };
  },
};
