import { within } from '../frame/measurement.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { openTab } from './tab.mjs';

const CANDLES = 1_000_000;
const LOADS = 5;

export const title = `A series of ${CANDLES.toLocaleString('en')} candles`;

export async function* measure({ origin, token, client }) {
  const series = { symbol: 'MILLION', interval: '1m', seconds: 60, candles: CANDLES };
  await seedSeries(client, { ...series, lastOpenTime: '2024-01-01T00:00:00Z' });
  const tab = await openTab({ origin, token });
  try {
    for (const [range, name] of [
      ['', 'its last candles'],
      ['&start=1970-01-01T00:00:00Z', 'all of it'],
    ]) {
      const { drawn, blocked } = await loads(tab, range);
      yield { what: `${name} drawn, median of ${LOADS}`, ours: drawn, goal: within(2_000) };
      yield { what: `${name}: the longest task meanwhile`, ours: blocked, goal: within(200) };
    }
  } finally {
    await tab.close();
  }
}

async function loads(tab, range) {
  const times = [];
  let blocked = 0;
  for (let load = 0; load < LOADS; load++) {
    const { readyAt, longTasks } = await tab.load(
      `/console/candles?exchange=bench&symbol=MILLION&interval=1m${range}`,
    );
    if ((await tab.page.locator('[data-chart] canvas').count()) === 0) throw new Error('There is no chart');
    times.push(readyAt);
    blocked = Math.max(blocked, ...longTasks.map(({ duration }) => duration));
  }
  times.sort((a, b) => a - b);
  return { drawn: times[(LOADS - 1) / 2], blocked };
}
