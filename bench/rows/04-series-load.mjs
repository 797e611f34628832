import { DataSource } from 'typeorm';
import { RunInputs } from '../../dist/apps/worker/src/runs/run-inputs.js';
import { poolOf } from '../../dist/libs/domain/src/postgres/pool.js';
import { CandleColumnsLoader } from '../../dist/libs/domain/src/market-data/reading/candle-columns.loader.js';
import { atMostTimes, none, requireAgreement } from '../frame/measurement.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { interleave, median } from '../frame/statistics.mjs';
import { createWorkerContext } from '../frame/worker-context.mjs';
import { copyBare } from '../peers/bare-copy.mjs';

export const title = 'Load of a series of 1,000,000 candles into columns';

const CANDLES = 1_000_000;
const SERIES = { exchange: 'bench', symbol: 'MILLION', interval: '1m' };
const LAST_OPEN_TIME = '2024-12-31T23:59:00Z';
const ROUNDS = 9;
const WARM_REPETITIONS = 50;
const WARMUP_BARS = 30;
const COLUMNS = ['openTime', 'open', 'high', 'low', 'close', 'volume'];
const NEVER = new AbortController().signal;

const BACKTEST = {
  ...SERIES,
  startDate: '2024-01-01',
  endDate: '2024-12-31',
};

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const seriesId = await seedSeries(client, {
    ...SERIES,
    seconds: 60,
    candles: CANDLES,
    lastOpenTime: LAST_OPEN_TIME,
  });
  const worker = await createWorkerContext(databaseUrl);
  try {
    yield await measureLoad(worker, client, seriesId);
    yield* await measureWarmWorker(worker);
  } finally {
    await worker.close();
  }
}

async function measureLoad(worker, client, seriesId) {
  const loader = worker.get(CandleColumnsLoader, { strict: false });
  const span = { seriesId, from: new Date(0), to: new Date(LAST_OPEN_TIME) };
  const load = () => loader.load(span, NEVER);
  const loadBare = () => copyBare(client, seriesId, CANDLES);
  requireSameColumns(await load(), await loadBare());

  const samples = await interleave(
    { ours: () => timed(load), bare: () => timed(loadBare) },
    { rounds: ROUNDS },
  );
  return {
    what: 'series into columns, every bit right',
    ours: median(samples.ours),
    peer: median(samples.bare),
    peerName: 'bare COPY BINARY, last bits not right',
    goal: atMostTimes(1.3),
  };
}

function requireSameColumns(ours, { rows, columns }) {
  requireAgreement(ours.length === CANDLES && rows === CANDLES, `rows: ours ${ours.length}, bare ${rows}`);
  COLUMNS.forEach((name, field) => {
    const differs = ours[name].findIndex(
      (value, row) => Math.abs(value - columns[field][row]) > 1e-12 * value,
    );
    requireAgreement(
      differs < 0,
      `${name} of row ${differs}: ${ours[name][differs]}, ${columns[field][differs]}`,
    );
  });
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return [performance.now() - startedAt];
}

/** The way from a backtest's row to its columns, again and again: only the first time should read candles. */
async function measureWarmWorker(worker) {
  const inputs = worker.get(RunInputs, { strict: false });
  const prepare = () =>
    inputs.prepare(BACKTEST, { execution: {}, historyBars: () => WARMUP_BARS, now: Date.now(), stop: NEVER });
  const [coldMilliseconds] = await timed(prepare);

  const statements = recordStatements(poolOf(worker.get(DataSource)));
  const samples = [];
  for (let repetition = 0; repetition < WARM_REPETITIONS; repetition++)
    samples.push(...(await timed(prepare)));
  requireAgreement(statements.length > 0, 'no statement was seen at all, so none of candles could be');
  const candleQueries = statements.filter((text) => text.includes('candlesticks'));
  return [
    {
      what: 'candle queries of a warm worker, per backtest',
      ours: candleQueries.length / WARM_REPETITIONS,
      format: String,
      goal: none,
    },
    {
      what: 'from a backtest’s row to its columns, warm worker',
      ours: median(samples),
      peer: coldMilliseconds,
      peerName: 'ours, cold',
    },
  ];
}

/** The text of every statement that a pool's connections send from now on. */
function recordStatements(pool) {
  const texts = [];
  const record = (client) => {
    const query = client.query;
    client.query = function (statement, ...rest) {
      texts.push(typeof statement === 'string' ? statement : (statement.text ?? ''));
      return query.call(this, statement, ...rest);
    };
  };
  for (const client of pool._clients) record(client);
  pool.on('connect', record);
  return texts;
}
