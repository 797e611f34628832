import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExecution } from '../../dist/libs/engine/src/backtest/read-execution.js';
import { IndicatorMemo } from '../../dist/libs/engine/src/indicators/indicator-memo.js';
import { smaCross } from '../../dist/libs/engine/src/strategies/sma-cross.js';
import { allCombinations, readParameterGrid } from '../../dist/libs/engine/src/validation/parameter-grid.js';
import { runCombinations } from '../../dist/libs/engine/src/validation/run-combinations.js';
import { chunkSearch } from '../../dist/libs/engine/src/validation/search-chunks.js';
import { planSweep } from '../../dist/libs/engine/src/validation/validation-plan.js';
import { buildFolder, compilePeer, Contestant, hasPythonPackages, pythonPeer } from '../frame/contestant.mjs';
import { sendRequest, requestBytes } from '../frame/http-load.mjs';
import {
  atMostTimes,
  missing,
  requireAgreement,
  requireClose,
  timesFaster,
  withinMebibytes,
} from '../frame/measurement.mjs';
import { residentMemory } from '../frame/resident-memory.mjs';
import { seededCandles } from '../frame/seeded-candles.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { interleave, median, timeCalls } from '../frame/statistics.mjs';

export const title = 'Sweep: 1,000 combinations of SMA cross over 100,000 hourly bars, one thread';

const BARS = 100_000;
const INTERVAL_SECONDS = 3_600;
const CAPITAL = 10_000;
const FEE_RATE = 0.001;
const FAST = { first: 5, step: 2, count: 25 };
const SLOW = { first: 60, step: 5, count: 40 };
const ROUNDS_AGAINST_C = 7;
const ROUNDS_AGAINST_VECTORBT = 3;
const FIGURES = ['totalReturns', 'trades', 'sharpeRatios', 'maxDrawdowns'];

/** Five years of minutes: the longest series that a sweep should be able to take in its stride. */
const MINUTES = { exchange: 'bench', symbol: 'MINUTES', interval: '1m' };
const MINUTE_CANDLES = 1_827 * 1_440;
const MOST_MEBIBYTES = 1_024;
const WAIT_SECONDS = 600;

const candles = seededCandles(BARS);
const { execution } = readExecution(
  {
    initial_capital: String(CAPITAL),
    fees: { maker: String(FEE_RATE), taker: String(FEE_RATE) },
    slippage_bps: 0,
  },
  { exchange: null, presets: {} },
);

function sweep() {
  const grid = { fast: valuesOf(FAST), slow: valuesOf(SLOW) };
  const tried = allCombinations(readParameterGrid(smaCross, {}, [], grid));
  const setting = { candles, intervalSeconds: INTERVAL_SECONDS, calendar: '24x7' };
  const request = { objective: 'sharpe_ratio', minimumTrades: 5 };
  const plan = planSweep({ ...setting, strategy: smaCross, execution }, tried, 0, request);
  return runCombinations(plan, chunkSearch(plan, 1)[0], new IndicatorMemo());
}

function valuesOf({ first, step, count }) {
  return Array.from({ length: count }, (_, index) => first + index * step);
}

export async function* measure(stage) {
  yield* measureTimes();
  if (process.platform === 'linux') yield await measureMemory(stage);
  else yield missing('memory of a sweep over minutes', 'Linux');
}

async function* measureTimes() {
  const file = writeColumns();
  const { c, bare, vectorbt } = startPeers(file);
  try {
    await checkAgreement({ c, bare, vectorbt });
    if (c) yield* againstC(c, bare);
    else yield missing('sweep against C', 'gcc');
    yield vectorbt
      ? await againstVectorbt(vectorbt)
      : missing('sweep against vectorbt', 'vectorbt (--install-peers)');
  } finally {
    for (const peer of [c, bare, vectorbt]) peer?.close();
    rmSync(file);
  }
}

function writeColumns() {
  mkdirSync(buildFolder, { recursive: true });
  const file = join(buildFolder, `sweep-candles-${process.pid}.bin`);
  const columns = [candles.openTime, candles.open, candles.close];
  writeFileSync(
    file,
    Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength))),
  );
  return file;
}

function startPeers(file) {
  const axes = [FAST, SLOW].flatMap(({ first, step, count }) => [first, step, count]);
  const options = [file, ...[BARS, CAPITAL, FEE_RATE, ...axes].map(String)];
  const program = compilePeer('sma_sweep');
  return {
    c: program && new Contestant(program, options),
    bare: new Contestant(process.execPath, [
      join(import.meta.dirname, '../peers/bare-sma-sweep.mjs'),
      ...options,
    ]),
    vectorbt: hasPythonPackages('vectorbt') ? pythonPeer('vectorbt_sma_sweep.py', ...options) : undefined,
  };
}

async function checkAgreement(peers) {
  const ours = sweep();
  requireAgreement(ours.trades.length === FAST.count * SLOW.count, `${ours.trades.length} combinations ran`);
  for (const [name, peer] of Object.entries(peers)) {
    const theirs = await peer?.send('result');
    if (!theirs) continue;
    for (const figure of FIGURES) requireSameColumn(ours[figure], theirs[figure], `${figure}, ${name}`);
  }
  const trades = ours.trades.reduce((sum, count) => sum + count, 0);
  console.log(`   the same ${FIGURES.join(', ')} of ${ours.trades.length} combinations; ${trades} trades`);
}

function requireSameColumn(ours, theirs, what) {
  requireAgreement(
    ours.length === theirs.length,
    `${what}: ${theirs.length} values, ours are ${ours.length}`,
  );
  ours.forEach((value, index) => requireClose(value, theirs[index], `${what}, combination ${index}`));
}

/** Both have computed it once, when the results were compared. */
const WARM = { warmupRounds: 0 };

const ours = () => timeCalls(sweep, 1);
const runOf = (peer) => async () => (await peer.send('run 1')).milliseconds;

/** Line by line the same in JavaScript shows how much of the difference is the language's. */
async function* againstC(c, bare) {
  const samples = await interleave(
    { ours, bare: runOf(bare), c: runOf(c) },
    { rounds: ROUNDS_AGAINST_C, ...WARM },
  );
  const peer = { peer: median(samples.c), peerName: 'C -O3, the same' };
  yield { what: 'sweep, plan included', ours: median(samples.ours), ...peer, goal: atMostTimes(2.5) };
  yield { what: 'sweep, C line by line in JavaScript', ours: median(samples.bare), ...peer };
}

async function againstVectorbt(vectorbt) {
  const samples = await interleave(
    { ours, peer: runOf(vectorbt) },
    { rounds: ROUNDS_AGAINST_VECTORBT, ...WARM },
  );
  return {
    what: 'sweep, plan included',
    ours: median(samples.ours),
    peer: median(samples.peer),
    peerName: 'vectorbt',
    goal: timesFaster(15),
  };
}

/** The largest that the worker's process has ever been, threads and candles included. */
async function measureMemory(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const lastOpenTime = '2024-12-31T23:59:00Z';
  await seedSeries(client, { ...MINUTES, seconds: 60, candles: MINUTE_CANDLES, lastOpenTime });
  const [api, worker] = [await stage.startApi({ databaseUrl }), await stage.startWorker({ databaseUrl })];
  try {
    const { status, body } = await sendRequest(
      api.port,
      requestBytes({
        method: 'POST',
        path: '/api/v1/backtesting/sweep',
        token: stage.token,
        body: {
          strategy_name: 'sma_cross',
          ...MINUTES,
          start_date: '2020-01-01',
          end_date: '2024-12-31',
          param_grid: { fast: valuesOf({ ...FAST, count: 20 }), slow: valuesOf({ ...SLOW, count: 25 }) },
        },
      }),
    );
    requireAgreement(status === 202, `the sweep was answered ${status}: ${body}`);
    await untilCompleted(client, JSON.parse(body).id);
    return {
      what: 'largest worker, 500 combinations over 5 years of minutes',
      ours: residentMemory(worker.pid).peak,
      ...withinMebibytes(MOST_MEBIBYTES),
    };
  } finally {
    await Promise.all([api, worker].map((service) => service.stop()));
  }
}

async function untilCompleted(client, id) {
  const deadline = performance.now() + WAIT_SECONDS * 1000;
  while (performance.now() < deadline) {
    const { rows } = await client.query(
      'select status, failure_reason, pg_sleep(0.2) from parameter_searches where id = $1',
      [id],
    );
    if (rows[0].status === 'completed') return;
    requireAgreement(rows[0].status !== 'failed', `the sweep failed: ${rows[0].failure_reason}`);
  }
  throw new Error(`The sweep did not end within ${WAIT_SECONDS} s`);
}
