import { type FactorFamily } from './factor';
import { SortedWindow } from './sorted-window';
import { WINDOWS } from './windows';

const UPPER_SHARE = 0.8;
const LOWER_SHARE = 0.2;

/** The rank of the close in the order of the last closes. */
export const orderFamily: FactorFamily = {
  factors: [
    { name: 'qtlu', summary: '80 % quantile of the last N closes / close.', barsBefore: 0 },
    { name: 'qtld', summary: '20 % quantile of the last N closes / close.', barsBefore: 0 },
    {
      name: 'rank',
      summary: 'Rank of the close among the last N closes, equal ones at their mean rank / N.',
      barsBefore: 0,
    },
  ],

  start(values) {
    const [qtlu, qtld, rank] = this.factors.map((_, index) => index * WINDOWS.length);
    const windows = WINDOWS.map((window) => new SortedWindow(window));
    return ({ close: { values: closes, newest }, bars }) => {
      const close = closes[newest];
      for (let index = 0; index < WINDOWS.length; index++) {
        const window = WINDOWS[index];
        const ordered = windows[index];
        ordered.push(close, closes[newest - window]);
        if (bars < window) continue;
        const below = ordered.indexOf(close);
        let upTo = below + 1;
        while (upTo < window && ordered.sorted[upTo] === close) upTo++;
        values[qtlu + index] = ordered.quantile(UPPER_SHARE) / close;
        values[qtld + index] = ordered.quantile(LOWER_SHARE) / close;
        values[rank + index] = (below + 1 + upTo) / (2 * window);
      }
    };
  },
};
