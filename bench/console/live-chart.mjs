import { setTimeout as delay } from 'node:timers/promises';
import { atLeast, atMost, mebibytes, percent } from './goals.mjs';
import { openTab } from './tab.mjs';

const UPDATES_PER_SECOND = 50;
const WARM_UP_SECONDS = 10;
const SERIES = { exchange: 'bench', symbol: 'LIVE', interval: '1m' };

export const title = `A live chart, ${UPDATES_PER_SECOND} updates a second`;

export async function* measure({ origin, token, api, minutes }) {
  await writeCandle(api, 0);
  const tab = await openTab({ origin, token });
  const sender = startSender(api);
  try {
    await tab.load(`/console/candles?${new URLSearchParams(SERIES)}`);
    await delay(WARM_UP_SECONDS * 1_000);
    const [heapBefore, cpuBefore, sentBefore, startedAt] = [
      await tab.heapMebibytes(),
      await tab.cpuSeconds(),
      sender.sent(),
      performance.now(),
    ];
    await delay(minutes * 60_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpu = ((await tab.cpuSeconds()) - cpuBefore) / seconds;
    const heapAfter = await tab.heapMebibytes();
    const rate = (sender.sent() - sentBefore) / seconds;
    yield {
      what: 'updates stored a second',
      ours: rate,
      goal: atLeast(UPDATES_PER_SECOND * 0.9, `${UPDATES_PER_SECOND * 0.9}`),
      format: (count) => count.toFixed(1),
    };
    yield {
      what: 'CPU of the whole browser, of one core',
      ours: cpu,
      goal: atMost(0.5, '50 %'),
      format: percent,
    };
    yield { what: 'heap of the scripts after a warm-up', ours: heapBefore, format: mebibytes };
    const growth = {
      goal: atMost(heapBefore * 1.25 + 2, `${mebibytes(heapBefore * 1.25 + 2)}`),
      format: mebibytes,
    };
    yield { what: `the same ${minutes} min later`, ours: heapAfter, ...growth };
  } finally {
    await sender.stop();
    await tab.close();
  }
}

/** The candle of the present minute, with another close each time. */
function writeCandle(api, number) {
  const open_time = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const close = (100 + Math.sin(number / 40)).toFixed(2);
  return api('POST', '/market-data/candlesticks', {
    ...SERIES,
    ...{ open_time, open: '100', high: '101', low: '99', close, volume: String(number % 1_000) },
  });
}

/** Sends at the rate, however long answers take, until it is stopped. */
function startSender(api) {
  let [sent, stopped] = [0, false];
  const sending = (async () => {
    const startedAt = performance.now();
    for (let number = 1; !stopped; number++) {
      const due = startedAt + (number * 1_000) / UPDATES_PER_SECOND;
      if (due > performance.now()) await delay(due - performance.now());
      await writeCandle(api, number);
      sent++;
    }
  })();
  return {
    sent: () => sent,
    stop: async () => {
      stopped = true;
      await sending;
    },
  };
}
