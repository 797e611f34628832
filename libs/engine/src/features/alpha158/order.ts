import { FactorFamily } from './factor';
import { SortedWindow } from './sorted-window';
import { WINDOWS } from './windows';

const UPPER_SHARE = 0.8;
const LOWER_SHARE = 0.2;

/** Where the close stands in the order of the last closes. */
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
    const [qtlu, qtld, rank] = this.factors.map((_, place) => place * WINDOWS.length);
    const windows = WINDOWS.map((window) => new SortedWindow(window));
    return ({ close: { values: closes, newest }, bars }) => {
      const close = closes[newest];
      for (let place = 0; place < WINDOWS.length; place++) {
        const window = WINDOWS[place];
        const ordered = windows[place];
        ordered.push(close, closes[newest - window]);
        if (bars < window) continue;
        const below = ordered.placeOf(close);
        let upTo = below + 1;
        while (upTo < window && ordered.sorted[upTo] === close) upTo++;
        values[qtlu + place] = ordered.quantile(UPPER_SHARE) / close;
        values[qtld + place] = ordered.quantile(LOWER_SHARE) / close;
        values[rank + place] = (below + 1 + upTo) / (2 * window);
      }
    };
  },
};
