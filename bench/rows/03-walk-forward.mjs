import { isDeepStrictEqual } from 'node:util';
import { sendRequest, requestBytes } from '../frame/http-load.mjs';
import { requireAgreement } from '../frame/measurement.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { interleave, median } from '../frame/statistics.mjs';

export const title = 'Walk-forward over two worker replicas, one thread each';

const CANDLES = 350_000;
const SERIES = { exchange: 'bench', symbol: 'WALK', interval: '1m' };
const LAST_OPEN_TIME = '2024-12-31T23:59:00Z';
const ROUNDS = 3;
const REPLICAS = [1, 2];
/** Shorter, and what a search costs once would pass for what replicas cost. */
const SHORTEST_MILLISECONDS = 4_000;
/** Of one walk-forward, however busy the machine is. */
const LONGEST_SECONDS = 90;

const REQUEST = {
  strategy_name: 'sma_cross',
  ...SERIES,
  start_date: firstDay(),
  end_date: '2024-12-31',
  param_grid: { fast: { min: 5, max: 53, step: 2 }, slow: { min: 60, max: 255, step: 5 } },
  execution: { fees: { maker: '0.0001', taker: '0.0001' } },
  n_splits: 5,
};

const PATH = '/api/v1/backtesting/walk-forward';

function firstDay() {
  return new Date(Date.parse(LAST_OPEN_TIME) - (CANDLES - 1) * 60_000).toISOString().slice(0, 10);
}

export async function* measure(stage) {
  const services = [];
  try {
    const stacks = [];
    for (const [index, replicas] of REPLICAS.entries()) {
      const stack = await startStack(stage, index, replicas);
      services.push(...stack.services);
      stacks.push(stack);
    }
    yield* measureSpeedUps(stage, stacks, services);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function* measureSpeedUps(stage, [alone, together], services) {
  const first = await alone.walk();
  requireSameResult(first.result, (await together.walk()).result);

  const control = await startControl(stage, alone.databaseUrl, first.result.id);
  services.push(...control.processes);
  requireSameScores(await alone.chunkScores(first.result.id), await control.run(2));

  const cpu = { alone: [], controlAlone: [] };
  const samples = await interleave(
    {
      alone: async () => {
        const { result, cpuMilliseconds } = await withCpu(alone.workers, alone.walk);
        cpu.alone.push(cpuMilliseconds);
        return [result.milliseconds];
      },
      together: async () => [(await together.walk()).milliseconds],
      controlAlone: async () => {
        const { result, cpuMilliseconds } = await withCpu(control.processes, () =>
          timed(() => control.run(1)),
        );
        cpu.controlAlone.push(cpuMilliseconds);
        return result;
      },
      controlTogether: () => timed(() => control.run(2)),
    },
    // Both sides know the candles and their averages from the first search.
    { rounds: ROUNDS, warmupRounds: 0 },
  );
  requireAgreement(
    median(samples.alone) >= SHORTEST_MILLISECONDS,
    `${median(samples.alone)} ms are too short for a walk-forward alone: give it more candles`,
  );
  yield* toMeasurements(samples, cpu);
}

/** A product of its own: a database, a queue, an API and so many workers. While others are measured it has no job. */
async function startStack(stage, index, replicas) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  await seedSeries(client, { ...SERIES, seconds: 60, candles: CANDLES, lastOpenTime: LAST_OPEN_TIME });
  const settings = { databaseUrl, redisUrl: await stage.emptyRedis(index) };
  const api = await stage.startApi(settings);
  const workers = [];
  for (let replica = 0; replica < replicas; replica++) workers.push(await startWorker(stage, settings));
  return {
    databaseUrl,
    services: [api, ...workers],
    workers,
    walk: () => walk(api.port, stage.token, client),
    chunkScores: (id) => chunkScores(client, id),
  };
}

/** A replica inherits its concurrency from this process. */
async function startWorker(stage, settings) {
  const { WORKER_CONCURRENCY } = process.env;
  process.env.WORKER_CONCURRENCY = '1';
  try {
    return await stage.startWorker(settings);
  } finally {
    if (WORKER_CONCURRENCY === undefined) delete process.env.WORKER_CONCURRENCY;
    else process.env.WORKER_CONCURRENCY = WORKER_CONCURRENCY;
  }
}

/** From the row's creation to its result, by the database's clock: plan, chunks and assembly. */
async function walk(port, token, client) {
  const { status, body } = await sendRequest(
    port,
    requestBytes({ method: 'POST', path: PATH, token, body: REQUEST }),
  );
  requireAgreement(status === 200, `a walk-forward was answered ${status}: ${body}`);
  const { id } = JSON.parse(body);
  // On a busy machine the request may have been answered before the search was over.
  const milliseconds = await durationOf(client, id);
  const read = await sendRequest(port, requestBytes({ method: 'GET', path: `${PATH}/${id}`, token }));
  const result = JSON.parse(read.body);
  requireAgreement(result.status === 'completed', `a walk-forward is ${result.status}: ${result.detail}`);
  return { result, milliseconds };
}

async function durationOf(client, id) {
  const deadline = performance.now() + LONGEST_SECONDS * 1000;
  while (performance.now() < deadline) {
    const { rows } = await client.query(
      `select extract(epoch from finished_at - created_at)::float8 * 1000 as milliseconds, pg_sleep(0.1)
       from parameter_searches where id = $1`,
      [id],
    );
    if (rows[0].milliseconds !== null) return rows[0].milliseconds;
  }
  throw new Error(`A walk-forward did not end within ${LONGEST_SECONDS} s`);
}

async function chunkScores(client, id) {
  const { rows } = await client.query(
    'select result from parameter_search_chunks where search_id = $1 order by position',
    [id],
  );
  return rows.map(({ result }) => result.scores);
}

/** Two processes without a service, which take the chunks of a search one after the other. */
async function startControl(stage, databaseUrl, searchId) {
  const processes = [];
  for (let count = 0; count < 2; count++) {
    processes.push(
      await stage.startPeer('bare-search-worker.mjs', {
        DATABASE_URL: databaseUrl,
        SEARCH_ID: String(searchId),
      }),
    );
  }
  const chunks = (await chunkScores(await stage.connect(databaseUrl), searchId)).length;
  return { processes, run: (count) => runChunks(processes.slice(0, count), chunks) };
}

async function runChunks(processes, chunks) {
  const results = [];
  let next = 0;
  await Promise.all(
    processes.map(async (process) => {
      while (next < chunks) {
        process.send(next++);
        const { position, scores } = await process.nextMessage();
        results[position] = scores;
      }
    }),
  );
  return results;
}

async function withCpu(processes, work) {
  const read = () => processes.reduce((sum, one) => sum + one.cpuMilliseconds(), 0);
  const before = read();
  const result = await work();
  return { result, cpuMilliseconds: read() - before };
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return [performance.now() - startedAt];
}

function requireSameResult(one, other) {
  const comparable = ({ id: _id, created_at: _createdAt, ...result }) => result;
  requireAgreement(
    isDeepStrictEqual(comparable(one), comparable(other)),
    'two replicas found something else than one',
  );
}

function requireSameScores(ours, control) {
  requireAgreement(isDeepStrictEqual(ours, control), 'the control found other scores than the workers');
}

function toMeasurements({ alone, together, controlAlone, controlTogether }, cpu) {
  const speedUp = median(alone) / median(together);
  const controlSpeedUp = median(controlAlone) / median(controlTogether);
  return [
    {
      what: 'speed-up by a second replica',
      ours: speedUp,
      peer: controlSpeedUp,
      peerName: 'two processes without a service',
      format: (factor) => `${factor.toFixed(2)}×`,
      goal: { text: '≥ 0.9×', isMet: ({ ours, peer }) => ours / peer >= 0.9 },
      wantsMore: true,
    },
    {
      what: 'walk-forward on one replica',
      ours: median(alone),
      peer: median(controlAlone),
      peerName: 'its chunks alone',
    },
    {
      what: 'walk-forward on two replicas',
      ours: median(together),
      peer: median(controlTogether),
      peerName: 'its chunks alone',
    },
    ...(Number.isNaN(median(cpu.alone))
      ? []
      : [
          {
            what: 'CPU of the one replica',
            ours: median(cpu.alone),
            peer: median(cpu.controlAlone),
            peerName: 'its chunks alone',
          },
        ]),
  ];
}
