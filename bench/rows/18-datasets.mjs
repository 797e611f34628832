import { once } from 'node:events';
import { request } from 'node:http';
import { DataSource } from 'typeorm';
import { DatasetColumnsLoader } from '../../dist/libs/domain/src/datasets/dataset-columns.loader.js';
import { columnsOf } from '../../dist/libs/domain/src/datasets/dataset-reader.js';
import { DatasetVersion } from '../../dist/libs/domain/src/datasets/dataset-version.entity.js';
import { CandleColumnsLoader } from '../../dist/libs/domain/src/market-data/reading/candle-columns.loader.js';
import { PLAIN_EXECUTION } from '../../dist/libs/engine/src/backtest/execution.js';
import { runBacktest } from '../../dist/libs/engine/src/backtest/run-backtest.js';
import { keyOfRequest } from '../../dist/libs/engine/src/known-data/data-request.js';
import { strategyOfSignals } from '../../dist/libs/engine/src/signals/signals-strategy.js';
import { smaCross } from '../../dist/libs/engine/src/strategies/sma-cross.js';
import { IndicatorMemo } from '../../dist/libs/engine/src/indicators/indicator-memo.js';
import { atMostTimes, requireAgreement } from '../frame/measurement.mjs';
import { residentMemory } from '../frame/resident-memory.mjs';
import { seededCandles } from '../frame/seeded-candles.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { interleave, median } from '../frame/statistics.mjs';
import { createWorkerContext } from '../frame/worker-context.mjs';

export const title =
  'Datasets: 1,000,000 rows of 10 columns uploaded and loaded; a run of signals over 100,000 bars';

const ROWS = Number(process.env.DATASET_ROWS ?? 1_000_000);
const COLUMNS = Array.from({ length: 10 }, (_, index) => `c${index}`);
const CANDLES = 1_000_000;
const CANDLE_VALUES = 6;
const SERIES = { exchange: 'bench', symbol: 'MILLION', interval: '1m' };
const LAST_OPEN_TIME = '2024-12-31T23:59:00Z';
const ROUNDS = 5;
const NEVER = new AbortController().signal;
const BARS = 100_000;
const HOUR_MILLISECONDS = 3_600_000;

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const api = await stage.startApi({ databaseUrl });
  try {
    yield* await measureUpload(stage, api);
  } finally {
    await api.stop();
  }
  const client = await stage.connect(databaseUrl);
  const seriesId = await seedSeries(client, {
    ...{ ...SERIES, seconds: 60, candles: CANDLES },
    lastOpenTime: LAST_OPEN_TIME,
  });
  const worker = await createWorkerContext(databaseUrl);
  try {
    yield await measureLoad(worker, seriesId);
  } finally {
    await worker.close();
  }
  yield await measureRun();
}

async function measureUpload(stage, api) {
  const before = residentMemory(api.pid).now;
  const [milliseconds] = await timed(() => putRows(stage.token, api.port));
  return [
    { what: `PUT datasets, CSV of ${ROWS} rows of 10 columns`, ours: milliseconds },
    {
      what: 'its peak memory above idle',
      ours: residentMemory(api.pid).peak - before,
      format: (value) => `${value.toFixed(0)} MiB`,
    },
  ];
}

async function putRows(token, port) {
  const sending = request({
    ...{ port, host: '127.0.0.1', method: 'PUT', path: '/api/v1/datasets/bench?interval=1m' },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  });
  const answered = once(sending, 'response');
  for (const piece of pieces()) if (!sending.write(piece)) await once(sending, 'drain');
  sending.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  requireAgreement(JSON.parse(text).inserted === ROWS, `the answer is ${text.slice(0, 300)}`);
}

function* pieces() {
  yield `time,${COLUMNS.join()}\n`;
  let state = 1;
  const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let start = 0; start < ROWS; start += 1_000) {
    let text = '';
    for (let row = start; row < Math.min(ROWS, start + 1_000); row++) {
      text += `${946_684_800 + row * 60},${COLUMNS.map(() => draw().toFixed(6)).join()}\n`;
    }
    yield text;
  }
}

/** By value: the ten columns, and the times that they share. */
async function measureLoad(worker, seriesId) {
  const datasets = worker.get(DatasetColumnsLoader, { strict: false });
  const candles = worker.get(CandleColumnsLoader, { strict: false });
  const version = await worker.get(DataSource).manager.findOneByOrFail(DatasetVersion, { version: 1 });
  const span = { seriesId, from: new Date(0), to: new Date(LAST_OPEN_TIME) };
  const loadAll = async () => {
    const times = await datasets.loadTimes({ version, symbol: 'SPX' });
    for (const column of columnsOf(version).slice(1)) {
      const values = await datasets.loadValues(version, column, times);
      requireAgreement(values.length === ROWS, `rows: ${values.length}`);
    }
  };
  const samples = await interleave(
    { ours: () => timed(loadAll), candles: () => timed(() => candles.load(span, NEVER)) },
    { rounds: ROUNDS },
  );
  return {
    what: 'times and ten columns loaded, microseconds per 1,000 values',
    ours: (median(samples.ours) * 1e6) / (ROWS * (COLUMNS.length + 1)),
    peer: (median(samples.candles) * 1e6) / (CANDLES * CANDLE_VALUES),
    peerName: 'candles, per 1,000 values',
    format: (value) => value.toFixed(0),
    goal: atMostTimes(1.5),
  };
}

/** The decisions of an SMA cross, uploaded: the same trades, in about the same time. */
async function measureRun() {
  const candles = seededCandles(BARS);
  const parameters = { fast: 10, slow: 30 };
  const signals = smaCross.signals(candles, parameters, new IndicatorMemo());
  const time = candles.openTime;
  const column = { dataset: 'model', column: 'x' };
  const strategy = strategyOfSignals({ ...column, mode: 'entries', trials: 1 });
  const rows = {
    kind: 'rows',
    time,
    knownAt: time.map((open) => open + HOUR_MILLISECONDS),
    value: Float64Array.from(signals, (signal) => (signal === 0 ? NaN : signal & 1 ? 1 : -1)),
  };
  const data = new Map([[keyOfRequest({ kind: 'column', ...column }), rows]]);
  const input = { candles, tradeFrom: 0, intervalSeconds: 3_600, calendar: '24x7' };
  const run = (given) =>
    runBacktest(
      { ...input, execution: { ...PLAIN_EXECUTION, allowShort: true }, ...given },
      { benchmark: false },
    );
  const uploaded = () => run({ strategy, parameters: {}, data });
  const own = () => run({ strategy: smaCross, parameters });
  const [one, other] = [uploaded(), own()].map(({ trades }) => JSON.stringify(trades));
  requireAgreement(one === other, 'the trades differ');
  const samples = await interleave({ ours: () => timed(uploaded), own: () => timed(own) }, { rounds: 9 });
  return {
    what: 'run of signals over 100,000 bars',
    ours: median(samples.ours),
    peer: median(samples.own),
    peerName: 'sma_cross',
    goal: atMostTimes(1.3),
  };
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return [performance.now() - startedAt];
}
