import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, setDefaultBackendFactory } from 'bullmq';
import { sendRequest, drive, requestBytes } from '../frame/http-load.mjs';
import { atMostTimes, missing, requireAgreement, within } from '../frame/measurement.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { interleave, quantile } from '../frame/statistics.mjs';

export const title = 'Jobs on Redis: from the commit of a backtest’s row to its processor';

const SERIES = { exchange: 'bench', symbol: 'BTC/USDT', interval: '1d' };
const CANDLES = 400;
const JOBS = 400;
const WARMUP_JOBS = 40;
/** Each burst comes after the worker has run what was submitted before; the first ones meet code that is not compiled yet. */
const BURST = { clients: 16, requests: 20, firstRounds: 6, rounds: 4 };
/** Lets both sides come to rest, so that each job meets an idle queue. */
const PAUSE_MILLISECONDS = 5;
const POLL_MILLISECONDS = 50;
const PROBE = join(import.meta.dirname, '..', 'probes', 'job-probe.cjs');

const now = () => Number(process.hrtime.bigint()) / 1e6;

export async function* measure(stage) {
  const redisUrl = await stage.emptyRedis();
  if (!redisUrl) {
    yield missing('jobs on Redis', 'redis-server');
    return;
  }
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  await seedSeries(client, {
    ...SERIES,
    seconds: 86_400,
    candles: CANDLES,
    lastOpenTime: '2024-12-31T00:00:00Z',
  });

  const settings = { databaseUrl, redisUrl, preload: PROBE };
  const [api, worker] = [await stage.startApi(settings), await stage.startWorker(settings)];
  const bare = await stage.startPeer('bare-queue-worker.mjs', {
    REDIS_URL: redisUrl,
    WORKER_CONCURRENCY: String(availableParallelism()),
  });
  const processes = [api, worker, bare];
  // The product's switch is one for the whole process, and another row may have set it to Postgres.
  setDefaultBackendFactory();
  const queue = new Queue('bare', { connection: { url: redisUrl } });
  try {
    const product = new Product(stage.token, api, worker);
    yield* await measureOneByOne(product, new BareQueue(queue, bare));
    const bareServer = await stage.startPeer('bare-submission-server.mjs', {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
    });
    processes.push(bareServer);
    yield* await measureBursts({ product, bareServer, client });
  } finally {
    await queue.close();
    await Promise.all(processes.map((process) => process.stop()));
  }
}

/** A backtest from its submission over HTTP to its end, seen by the probes in both processes. */
class Product {
  #events = new Map();
  #finished = new EventTarget();

  constructor(token, api, worker) {
    this.port = api.port;
    const body = { strategy_name: 'sma_cross', ...SERIES, start_date: '2024-01-01', end_date: '2024-12-31' };
    this.request = requestBytes({ method: 'POST', path: '/api/v1/backtesting', token, body });
    for (const service of [api, worker]) service.onMessage((event) => this.#note(event));
  }

  /** Answers the milliseconds of the 202 and those from commit to entry. */
  async run() {
    const startedAt = now();
    const { status, body } = await sendRequest(this.port, this.request);
    const answerMilliseconds = now() - startedAt;
    requireAgreement(status === 202, `a submission was answered ${status}: ${body}`);
    const event = await this.finished(JSON.parse(body).id);
    requireAgreement(event.outcome === 'completed', `a backtest finished as ${event.outcome}`);
    return { answerMilliseconds, waitMilliseconds: event.entered - event.committed };
  }

  async finished(id) {
    while (!this.#isWhole(id)) await once(this.#finished, String(id));
    const event = this.#events.get(id);
    this.#events.delete(id);
    return event;
  }

  #isWhole(id) {
    const { committed, done } = this.#events.get(id) ?? {};
    return committed !== undefined && done !== undefined;
  }

  #note({ id, ...event }) {
    this.#events.set(id, { ...this.#events.get(id), ...event });
    this.#finished.dispatchEvent(new Event(String(id)));
  }
}

class BareQueue {
  #sent = 0;

  constructor(queue, worker) {
    this.queue = queue;
    this.worker = worker;
  }

  async run() {
    const id = ++this.#sent;
    const entered = this.worker.nextMessage();
    // Awaited below; should `add` fail first, that is the error to report.
    entered.catch(() => undefined);
    const startedAt = now();
    await this.queue.add(
      'bare',
      { backtestId: id, run: 1 },
      { jobId: `bare-${id}`, removeOnComplete: { count: 100 } },
    );
    return { waitMilliseconds: (await entered).entered - startedAt };
  }
}

async function measureOneByOne(product, bare) {
  const samples = { ours: [], bare: [], answers: [] };
  for (let job = -WARMUP_JOBS; job < JOBS; job++) {
    const { waitMilliseconds, answerMilliseconds } = await product.run();
    await delay(PAUSE_MILLISECONDS);
    const peer = await bare.run();
    await delay(PAUSE_MILLISECONDS);
    if (job < 0) continue;
    samples.ours.push(waitMilliseconds);
    samples.answers.push(answerMilliseconds);
    samples.bare.push(peer.waitMilliseconds);
  }
  const at = (fraction) => ({
    ours: quantile(samples.ours, fraction),
    peer: quantile(samples.bare, fraction),
    peerName: 'bare BullMQ, add to entry',
  });
  return [
    { what: 'commit of the row to processor entry, p50', ...at(0.5), goal: atMostTimes(2) },
    { what: 'commit of the row to processor entry, p99', ...at(0.99), goal: within(25) },
    { what: 'the 202, one client, p99', ours: quantile(samples.answers, 0.99), goal: within(50) },
  ];
}

/** Submissions at full speed while the worker runs what was submitted; to the product and to a bare server, whose jobs the same worker runs. */
async function measureBursts({ product, bareServer, client }) {
  const share = Array.from({ length: BURST.requests }, () => product.request);
  const requests = Array.from({ length: BURST.clients }, () => share);
  const burst = (port) => async () => {
    const latencies = await drive(port, requests, 202);
    while (await hasUnfinished(client)) await delay(POLL_MILLISECONDS);
    return latencies;
  };
  const line = async (what, rounds) => {
    const bursts = { ours: burst(product.port), bare: burst(bareServer.port) };
    const samples = await interleave(bursts, { rounds, warmupRounds: 0 });
    const p99 = { ours: quantile(samples.ours, 0.99), peer: quantile(samples.bare, 0.99) };
    return { what, ...p99, peerName: 'bare insert' };
  };
  const first = await line(
    `the same of the first ${BURST.firstRounds} bursts of a process`,
    BURST.firstRounds,
  );
  const later = await line(`the 202, ${BURST.clients} clients at once, p99`, BURST.rounds);
  return [{ ...later, goal: within(50) }, first];
}

async function hasUnfinished(client) {
  const { rows } = await client.query(
    `select exists (select from job_runs where job = 'backtest' and status in ('pending', 'running')) as found`,
  );
  return rows[0].found;
}
