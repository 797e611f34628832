import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDICATORS } from '../../dist/libs/engine/src/indicators/registry.js';
import { buildFolder, hasPythonPackages, pythonPeer } from '../frame/contestant.mjs';
import { atMostTimes, missing, requireAgreement } from '../frame/measurement.mjs';
import { seededCandles } from '../frame/seeded-candles.mjs';
import { interleave, median, timeCalls } from '../frame/statistics.mjs';
import { BARE_COPIES, BARE_LOOPS } from '../peers/bare-indicator-loops.mjs';

export const title = 'Indicators over 100,000 hourly bars, and bar by bar';

const BARS = 100_000;
const ROUNDS = 15;
const CALLS = 20;
/** Until both our code and TA-Lib's memory are as they stay. */
const WARMUP_ROUNDS = 5;
const INCREMENTAL_ROUNDS = 7;
const TOLERANCE = 1e-9;
/** Where a value is near 0, what counts is the size of what it is made of. */
const SMALLEST_SIZE = 1e-3;
const NOT_IN_TA_LIB = [
  ...['zscore', 'realised_volatility', 'parkinson_volatility', 'garman_klass_volatility', 'keltner'],
  ...['donchian', 'supertrend', 'ichimoku', 'cmf', 'vwap', 'vwap_day'],
];

const candles = seededCandles(BARS);
const bars = barsOf(candles);
const indicators = Object.values(INDICATORS);
const compared = indicators.filter(({ name }) => !NOT_IN_TA_LIB.includes(name));
const defaults = Object.fromEntries(indicators.map(({ name, parameters }) => [name, defaultsOf(parameters)]));

const compute = ({ name, input, compute }, into) =>
  compute(input === 'source' ? candles.close : candles, defaults[name], into);

function defaultsOf(parameters) {
  return Object.fromEntries(Object.entries(parameters).map(([name, rule]) => [name, rule.default]));
}

function barsOf({ openTime, open, high, low, close, volume }) {
  return Array.from(openTime, (_, bar) => ({
    openTime: openTime[bar],
    open: open[bar],
    high: high[bar],
    low: low[bar],
    close: close[bar],
    volume: volume[bar],
  }));
}

export async function* measure() {
  if (hasPythonPackages('talib', 'numpy')) yield* measureColumns();
  else yield missing('indicators against TA-Lib', 'TA-Lib (--install-peers)');
  yield* measureUpdates();
}

async function* measureColumns() {
  mkdirSync(buildFolder, { recursive: true });
  const [file, resultFile] = ['candles', 'outputs'].map((what) =>
    join(buildFolder, `${what}-${process.pid}.bin`),
  );
  const columns = [candles.high, candles.low, candles.close, candles.volume];
  writeFileSync(file, Buffer.concat(columns.map(toBytes)));
  const taLib = pythonPeer('ta_lib_indicators.py', file, String(BARS), JSON.stringify(defaults));
  try {
    for (const indicator of compared) {
      await taLib.send(`result ${indicator.name} ${resultFile}`);
      const lent = indicator.outputs.map(() => new Float64Array(BARS));
      const expected = readFileSync(resultFile);
      requireSameColumns(indicator, compute(indicator, lent), expected);
      if (!(indicator.name in BARE_LOOPS)) continue;
      runBareLoop(indicator, lent);
      requireSameColumns(indicator, lent, expected);
    }
    console.log(`   same values of ${compared.length} indicators`);
    for (const indicator of compared) yield* measureAgainst(taLib, indicator);
  } finally {
    taLib.close();
    for (const written of [file, resultFile]) rmSync(written, { force: true });
  }
}

function runBareLoop({ name }, lent) {
  BARE_LOOPS[name](candles, defaults[name], lent);
}

function toBytes(column) {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}

function requireSameColumns({ name, outputs }, ours, bytes) {
  const theirs = new Float64Array(
    bytes.buffer,
    bytes.byteOffset,
    bytes.length / Float64Array.BYTES_PER_ELEMENT,
  );
  requireAgreement(theirs.length === outputs.length * BARS, `${name}: TA-Lib gave ${theirs.length} values`);
  ours.forEach((column, output) => {
    const expected = theirs.subarray(output * BARS, (output + 1) * BARS);
    // TA-Lib multiplies prices for a slope before it takes them from each other.
    const size = largestOf(name === 'linearreg_slope' ? candles.close : column) * SMALLEST_SIZE;
    const apart = column.findIndex((value, bar) => !isClose(value, expected[bar], size));
    requireAgreement(
      apart < 0,
      `${name}, ${outputs[output]} of bar ${apart}: ours is ${column[apart]}, TA-Lib's ${expected[apart]}`,
    );
  });
}

const largestOf = (column) =>
  column.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);

function isClose(ours, theirs, size) {
  if (Number.isNaN(ours) || Number.isNaN(theirs)) return Number.isNaN(ours) && Number.isNaN(theirs);
  return Math.abs(ours - theirs) <= TOLERANCE * Math.max(Math.abs(theirs), size);
}

async function* measureAgainst(taLib, indicator) {
  const lent = indicator.outputs.map(() => new Float64Array(BARS));
  const [hasBareLoop, copy] = [indicator.name in BARE_LOOPS, BARE_COPIES[indicator.name]];
  let faults = 0;
  const samples = await interleave(
    {
      reused: () => timeCalls(() => compute(indicator, lent), CALLS),
      fresh: () => timeCalls(() => compute(indicator), CALLS),
      bareLoop: () => (hasBareLoop ? timeCalls(() => runBareLoop(indicator, lent), CALLS) : []),
      copies: () => (copy ? timeCalls(() => copy(candles, lent), CALLS) : []),
      async taLib() {
        const run = await taLib.send(`run ${indicator.name} ${CALLS}`);
        faults = run.faults;
        return run.milliseconds;
      },
    },
    { rounds: ROUNDS, warmupRounds: WARMUP_ROUNDS },
  );
  requireAgreement(
    faults < CALLS,
    `${indicator.name}: TA-Lib took ${faults} pages of new memory in its last calls`,
  );
  const what = `${indicator.name} ${Object.values(defaults[indicator.name]).join('/')}`.trim();
  const peer = { peer: median(samples.taLib), peerName: 'TA-Lib' };
  yield { what, ours: median(samples.reused), ...peer, goal: atMostTimes(2) };
  yield { what: `${what}, new outputs`, ours: median(samples.fresh), ...peer };
  if (hasBareLoop)
    yield { what: `${what}, bare loop in JavaScript`, ours: median(samples.bareLoop), ...peer };
  if (copy) yield { what: `${what}, its columns copied alone`, ours: median(samples.copies), ...peer };
}

async function* measureUpdates() {
  const contestants = indicators.map((indicator) => [
    indicator.name,
    () => timeCalls(() => updateAll(indicator), 1),
  ]);
  const samples = await interleave(Object.fromEntries(contestants), {
    rounds: INCREMENTAL_ROUNDS,
    warmupRounds: WARMUP_ROUNDS,
  });
  for (const { name } of indicators) {
    yield {
      what: `${name}, an update`,
      ours: (median(samples[name]) / BARS) * 1e6,
      format: (nanoseconds) => `${nanoseconds.toPrecision(2)} ns`,
    };
  }
}

function updateAll({ name, input, start }) {
  const state = start(defaults[name]);
  if (input === 'source') for (let bar = 0; bar < BARS; bar++) state.update(candles.close[bar]);
  else for (let bar = 0; bar < BARS; bar++) state.update(bars[bar]);
}
