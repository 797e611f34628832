// What the API and a worker report at /metrics, as `npm start` runs them, for checks of rules, dashboards and of the text itself.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from '../../build.mjs';
import { whileNobodyBuilds } from '../../build-lock.mjs';
import { builtAt } from '../../bundled-apps.mjs';
import { startService } from '../../console/service.mjs';
import { root } from '../../ensure-installed.mjs';

const LOCK = join(root, 'node_modules', '.candelabra-live-scrape');
const KEPT = join(root, 'dist', '.live-scrape.json');
const PATIENCE_SECONDS = 120;

/**
 * `{ api, worker, text }`: the text of each process, and both joined. The service runs on an embedded Postgres with the sample, a
 * simulated live feed, a JWKS, funding and headlines, after requests of all kinds and two streams; it needs no network. There is no
 * broker, no roll-up and no exchange that answers: what only these count has its HELP and TYPE and no sample; its labels are in
 * docs/metrics.md, and in what `declaredByProcess` of declared-metrics.mjs answers.
 * The service is started once for each build, about 40 s; every other call, in other processes too, has the text at once.
 */
export async function liveScrape() {
  await build();
  return whileNobodyBuilds(async () => {
    const madeFrom = Math.max(builtAt(), statSync(import.meta.filename).mtimeMs);
    const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
    if (kept.madeFrom === madeFrom) return kept.scrape;
    const scrape = await scrapeService();
    writeFileSync(`${KEPT}-draft`, JSON.stringify({ madeFrom, scrape }));
    renameSync(`${KEPT}-draft`, KEPT);
    return scrape;
  }, LOCK);
}

async function scrapeService() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'candelabra-scrape-'));
  const secret = 'of the scrape alone, of at least 32 characters';
  writeFileSync(join(dataDirectory, 'jwt-secret'), secret);
  writeFileSync(join(dataDirectory, 'jwks.json'), JSON.stringify({ keys: [publicKey()] }));
  const feed = await serveFeed();
  const service = await startService({
    dataDirectory,
    variables: {
      JWT_SECRET: secret,
      JWT_JWKS_FILE: join(dataDirectory, 'jwks.json'),
      HEADLINE_FEEDS: `${feed.url}/rss`,
      HEADLINE_ALLOW_PRIVATE: 'true',
      FUNDING_SYMBOLS: 'binance:BTC/USDT:USDT',
      EXCHANGE_ENDPOINTS: `binance=${feed.url}`,
    },
  });
  try {
    await sendRequests(service);
    const [, api, worker] = /(http:\S+) \(API\), (http:\S+) \(worker\)/.exec(service.output());
    return await scrapeWhen(api, worker, isWhole);
  } finally {
    await service.stop();
    feed.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Of the kinds that the metrics distinguish. */
async function sendRequests({ origin, token }) {
  const authorization = `Bearer ${token}`;
  const json = { authorization, 'content-type': 'application/json' };
  const ideas = `${origin}/api/v1/strategy-ideas`;
  await fetch(ideas);
  await fetch(`${ideas}/0`, { headers: { authorization } });
  await fetch(ideas, { method: 'POST', headers: json, body: '{' });
  // Open until the service stops.
  for (const [path, headers] of [
    ['streams/ohlcv?exchange=sim&symbol=SIM-A%2FUSDT', {}],
    ['events', { 'last-event-id': '0' }],
  ]) {
    const stream = await fetch(`${origin}/api/v1/${path}`, { headers: { authorization, ...headers } });
    if (!stream.ok) throw new Error(`${path} is ${stream.status}: ${await stream.text()}`);
    await stream.body.getReader().read();
  }
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port }).end('no HTTP\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
}

/** Whether both processes have done what is done soon after their start. */
function isWhole({ text }) {
  return [
    'candle_feed_receipt_to_commit_seconds_count{',
    'events_published_total{',
    'headline_fetch_last_success_timestamp_seconds{',
    'maintenance_last_success_timestamp_seconds{task="outbox_relay"}',
    'stream_delivery_lag_seconds_count ',
    'http_request_duration_seconds_count{method="other",route="unparsed",status="400"}',
  ].every((sample) => text.includes(`\n${sample}`));
}

async function scrapeWhen(api, worker, isEnough) {
  for (const giveUpAt = Date.now() + PATIENCE_SECONDS * 1_000; ;) {
    const texts = await Promise.all([api, worker].map(async (url) => (await fetch(url)).text()));
    const scrape = { api: texts[0], worker: texts[1], text: texts.join('') };
    if (isEnough(scrape)) return scrape;
    if (Date.now() > giveUpAt) throw new Error(`The service does not report what it should:\n${scrape.text}`);
    await delay(1_000);
  }
}

function publicKey() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...publicKey.export({ format: 'jwk' }), kid: 'scrape', alg: 'ES256', use: 'sig' };
}

/** One headline; everything else is 503, as from an exchange that is away. */
async function serveFeed() {
  const item = '<item><title>Candles are stored</title><link>http://127.0.0.1/1</link></item>';
  const server = createServer(({ url }, response) => {
    if (url === '/rss') response.writeHead(200, { 'content-type': 'application/rss+xml' });
    else response.writeHead(503);
    response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${item}</channel></rss>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
