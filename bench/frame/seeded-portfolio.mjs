import { PLAIN_EXECUTION } from '../../dist/libs/engine/src/backtest/execution.js';
import { readPortfolio } from '../../dist/libs/engine/src/portfolio/read-portfolio.js';
import { seededRandom } from '../../dist/libs/engine/src/seeded-random.js';

const DAY_MILLISECONDS = 86_400_000;

/** Daily bars of series that share a market, on weekdays from 2010 on: the same arguments give the same prices. */
export function seededPortfolio({ series, bars, warmupBars = 0 }, request) {
  const random = seededRandom(17);
  const noise = () => random() + random() + random() - 1.5;
  const length = bars + warmupBars;
  const openTime = weekdays(length);
  const market = Float64Array.from({ length }, () => 0.0003 + 0.01 * noise());
  const members = Array.from({ length: series }, (_, index) => {
    const close = new Float64Array(length);
    const [beta, risk] = [0.5 + random(), 0.01 + 0.02 * random()];
    let price = 50 + 100 * random();
    for (let bar = 0; bar < length; bar++) {
      price *= 1 + beta * market[bar] + risk * noise();
      close[bar] = price;
    }
    return {
      exchange: 'bench',
      symbol: `S${index}`,
      candles: { length, openTime, open: close, high: close, low: close, close, volume: close },
      from: null,
      to: null,
      calendar: '24x7',
      execution: { ...PLAIN_EXECUTION, fill: 'close' },
      funding: null,
    };
  });
  return {
    members,
    range: { from: openTime[warmupBars], to: openTime[length - 1] + DAY_MILLISECONDS },
    intervalSeconds: DAY_MILLISECONDS / 1000,
    calendar: '24x7',
    settings: readPortfolio(request, members).settings,
  };
}

function weekdays(length) {
  const days = new Float64Array(length);
  let day = Date.UTC(2010, 0, 4);
  for (let bar = 0; bar < length; bar++) {
    while (new Date(day).getUTCDay() % 6 === 0) day += DAY_MILLISECONDS;
    days[bar] = day;
    day += DAY_MILLISECONDS;
  }
  return days;
}
