import { setTimeout as delay } from 'node:timers/promises';
import { CandlestickStore } from '../../dist/libs/domain/src/market-data/series/candlestick.store.js';
import { BareUpsert } from '../frame/bare-upsert.mjs';
import { BenchFeed, PACE_MILLISECONDS } from '../frame/bench-feed.mjs';
import { requireAgreement, within } from '../frame/measurement.mjs';
import { quantile } from '../frame/statistics.mjs';
import { createWorkerContext } from '../frame/worker-context.mjs';

export const title = 'Feed: from the receipt of an update to its durable commit';

const STEADY = { series: 500, updatesPerSecond: 2_000, seconds: 15 };
/** The first two minutes meet code that is not compiled yet, and the first check by request: they have a line of their own. */
const BURST = { series: 5_000, rounds: 12, firstMinutes: 2 };
/** As the feed's writer has them. */
const STATEMENTS = { candles: 1_250, atOnce: 2 };

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const { rows } = await client.query('show fsync');
  requireAgreement(rows[0].fsync === 'on', 'commits are not durable: fsync is off');
  const worker = await createWorkerContext(databaseUrl);
  try {
    yield* await measureSteady(worker, client);
    const clients = [client, await stage.connect(databaseUrl)];
    yield* await measureBursts(worker, clients);
  } finally {
    await worker.close();
  }
}

/** Every series some updates a second of its forming candle, in no common beat. */
async function measureSteady(worker, client) {
  const feed = await BenchFeed.start(worker, 'steady', STEADY.series);
  try {
    feed.updateAll();
    await feed.committed(STEADY.series);
    feed.latencies.length = 0;
    const total = STEADY.updatesPerSecond * STEADY.seconds;
    const startedAt = performance.now();
    for (let sent = 0; sent < total;) {
      const due = Math.min(total, ((performance.now() - startedAt) / 1000) * STEADY.updatesPerSecond);
      for (; sent < due; sent++) feed.update(sent % STEADY.series);
      await delay(PACE_MILLISECONDS);
    }
    await feed.committed(total);
    await feed.requireStored(client);
    return results(`${STEADY.updatesPerSecond} updates/s`, feed.latencies);
  } finally {
    await feed.stop();
  }
}

/** All series at once: an update of the forming candle, then a new minute, which closes a candle and opens one. */
async function measureBursts(worker, clients) {
  const [client] = clients;
  const feed = await BenchFeed.start(worker, 'burst', BURST.series);
  try {
    feed.updateAll();
    await feed.committed(BURST.series);
    const updates = await feed.burst(BURST.rounds);
    const nextMinute = () => feed.nextMinute();
    const first = await feed.burst(1, nextMinute);
    // A minute passes at once here: the check of a feed's first quiet seconds would fall into any burst after it.
    await feed.requested();
    first.push(...(await feed.burst(BURST.firstMinutes - 1, nextMinute)));
    const minutes = await feed.burst(BURST.rounds, nextMinute);
    await feed.requireStored(client);
    const statements = await statementBursts(worker, client);
    const bare = await bareBursts(clients);
    const limit = {
      peer: quantile(bare, 1),
      peerName: 'bare upserts of as many candles with their counters',
    };
    const [half, most, longest] = results(`${BURST.series} series at once`, updates);
    return [
      half,
      most,
      { ...longest, ...limit },
      { what: 'the statements of such a burst alone, longest', ours: quantile(statements, 1) },
      {
        what: `${BURST.series} series at the turn of a minute, longest`,
        ours: quantile(minutes, 1),
        goal: within(500),
      },
      { what: `the same of the first ${BURST.firstMinutes} minutes of a process`, ours: quantile(first, 1) },
    ];
  } finally {
    await feed.stop();
  }
}

/** Milliseconds of the statements of each of as many bursts: nothing is received, judged or announced. */
async function statementBursts(worker, client) {
  const store = worker.get(CandlestickStore, { strict: false });
  const { rows } = await client.query(
    `select id as "seriesId", json_build_object('exchange', exchange, 'symbol', symbol, 'interval', interval) as name,
       interval, last_open_time as "openTime" from series where exchange = 'burst' order by id`,
  );
  const milliseconds = [];
  for (let round = 0; round <= BURST.rounds; round++) {
    const prices = { open: '100.50', high: '101.00', low: '100.00', close: '100.20', volume: `${round}.50` };
    const batches = rows.map(({ openTime, ...series }) => ({
      ...series,
      candles: [{ openTime, ...prices, isClosed: false }],
    }));
    const parts = [];
    while (batches.length > 0) parts.push(batches.splice(0, STATEMENTS.candles));
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: STATEMENTS.atOnce }, async () => {
        while (parts.length > 0) await store.merge(parts.pop());
      }),
    );
    milliseconds.push(performance.now() - startedAt);
  }
  return milliseconds.slice(1);
}

/** Milliseconds of each of as many bursts, by the least code that stores the candles and counts them. */
async function bareBursts(clients) {
  const bare = await BareUpsert.create(clients, BURST.series);
  const milliseconds = [];
  for (let round = 0; round <= BURST.rounds; round++) {
    milliseconds.push(await bare.burst(STATEMENTS.candles, '2024-01-01T00:00:00Z'));
  }
  return milliseconds.slice(1);
}

function results(scenario, latencies) {
  return [
    { what: `${scenario}, p50`, ours: quantile(latencies, 0.5) },
    { what: `${scenario}, p99`, ours: quantile(latencies, 0.99), goal: within(100) },
    { what: `${scenario}, longest`, ours: quantile(latencies, 1), goal: within(500) },
  ];
}
