import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest, requestBytes } from '../frame/http-load.mjs';
import { missing, requireAgreement, within } from '../frame/measurement.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';

export const title = 'The longest that an event loop is blocked, while the process has its hardest work';

const PROBE = join(import.meta.dirname, '..', 'probes', 'event-loop-probe.cjs');
const LIMIT_MILLISECONDS = 50;
const IDLE_MILLISECONDS = 5_000;
const WAIT_SECONDS = 60;

/** The longest series that a regime may be requested for: 138 days of minutes are just below 200,000 candles. */
const MINUTES = { exchange: 'bench', symbol: 'MINUTES', interval: '1m' };
const LOOKBACK_DAYS = 138;
const CANDLES = LOOKBACK_DAYS * 1_440;
/** Just below what a feed may have. */
const FEED_BYTES = 2 * 1024 * 1024 - 1_024;

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  await seedSeries(client, {
    ...MINUTES,
    seconds: 60,
    candles: CANDLES,
    lastOpenTime: '2024-12-31T23:59:00Z',
  });
  yield* measureApi(stage, databaseUrl);
  yield* measureWorker(stage, databaseUrl, client);
}

/** With the share that is the process's own: where a core is busy with others, whoever needs it waits. */
function* results(what, { longest, longestOwn }) {
  yield { what, ours: longest, goal: within(LIMIT_MILLISECONDS) };
  if (longestOwn !== undefined) yield { what: `${what}, without waiting for a core`, ours: longestOwn };
}

/** Since the last request. */
async function longestDelay(service) {
  const answered = service.nextMessage();
  service.send('longest delay');
  return answered;
}

async function longestIdleDelay(service) {
  await longestDelay(service);
  await delay(IDLE_MILLISECONDS);
  const { longest } = await longestDelay(service);
  return longest;
}

async function* measureApi(stage, databaseUrl) {
  const api = await stage.startApi({ databaseUrl, preload: PROBE });
  const computeRegime = async (interval) => {
    const { status, body } = await sendRequest(
      api.port,
      requestBytes({
        method: 'POST',
        path: '/api/v1/analysis/regime',
        token: stage.token,
        body: { ...MINUTES, interval, lookback_days: LOOKBACK_DAYS },
      }),
    );
    // The time for it may run out on a busy machine; the candles were loaded and the thread was busy all the same.
    requireAgreement([200, 503].includes(status), `the regime was answered ${status}: ${body}`);
    return status;
  };
  try {
    yield { what: 'API, idle', ours: await longestIdleDelay(api) };
    for (const interval of ['1m', '5m']) {
      // The first one starts threads and compiles; it counts as well.
      await longestDelay(api);
      const statuses = await Promise.all([computeRegime(interval), computeRegime(interval)]);
      const longest = await longestDelay(api);
      const made = interval === MINUTES.interval ? '' : `, aggregated to ${interval}`;
      yield* results(
        `API, two regimes of ${CANDLES} candles at once${made} (${statuses.join(', ')})`,
        longest,
      );
    }
  } finally {
    await api.stop();
  }
}

/** One job polls both feeds, which begin to answer when both were requested. */
async function* measureWorker(stage, databaseUrl, client) {
  const feeds = { '/large': largeFeed(), '/hostile': hostileFeed() };
  const waiting = new Map();
  const server = createServer((request, response) => waiting.set(request.url, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}`;
  const urls = Object.keys(feeds).map((path) => address + path);
  const worker = await stage.startWorker({
    databaseUrl,
    preload: PROBE,
    environment: { HEADLINE_FEEDS: urls.join(','), HEADLINE_ALLOW_PRIVATE: 'true' },
  });
  const api = await stage.startApi({ databaseUrl });
  try {
    await sendRequest(
      api.port,
      requestBytes({ method: 'POST', path: '/api/v1/analysis/headlines/fetch', token: stage.token }),
    );
    await until('both feeds are requested', () => waiting.size === urls.length);
    await longestDelay(worker);
    for (const [path, response] of waiting) {
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feeds[path]);
    }
    await until('both feeds are done with', async () => {
      const { rows } = await client.query(
        'select count(*)::int as done from headline_feeds where succeeded_at is not null or last_error is not null',
      );
      return rows[0].done === urls.length;
    });
    const longest = await longestDelay(worker);
    const { rows } = await client.query('select count(*)::int as stored from headlines');
    yield { what: 'worker, idle', ours: await longestIdleDelay(worker) };
    const what = `worker, two feeds of 2 MB, one hostile (${rows[0].stored} headlines)`;
    // A feed has five seconds, of which a busy machine may leave too few.
    if (rows[0].stored > 0) yield* results(what, longest);
    else yield missing(what, 'the time was over first');
  } finally {
    await Promise.all([worker, api].map((service) => service.stop()));
    server.closeAllConnections();
    server.close();
  }
}

/** RSS with as many items as there is room for, with markup in their summaries. */
function largeFeed() {
  const [head, tail] = [
    '<?xml version="1.0"?><rss version="2.0"><channel><title>Large</title>',
    '</channel></rss>',
  ];
  const items = [];
  for (let bytes = head.length + tail.length, index = 0; ; index++) {
    const item =
      `<item><title>Bitcoin &amp; shares rise ${index}</title><link>https://news.example/${index}</link>` +
      `<description>${'&lt;b&gt;Markets&lt;/b&gt; rally '.repeat(20)}</description></item>`;
    bytes += item.length;
    if (bytes > FEED_BYTES) return head + items.join('') + tail;
    items.push(item);
  }
}

/** Elements within elements, and never an end of one. */
function hostileFeed() {
  const head = '<?xml version="1.0"?><rss version="2.0"><channel><item><title>';
  return head + '<a>'.repeat(Math.floor((FEED_BYTES - head.length) / 3));
}

async function until(what, isReached) {
  const deadline = performance.now() + WAIT_SECONDS * 1000;
  while (!(await isReached())) {
    requireAgreement(performance.now() < deadline, `${what}: not within ${WAIT_SECONDS} s`);
    await delay(20);
  }
}
