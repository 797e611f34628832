// node scripts/regimes-of-the-sample.mjs: prints the tables of docs/regime-detection.md, from the sample of `npm start`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';

await ensureInstalled();
await build();
const engine = join(root, 'dist', 'libs', 'engine', 'src');
const { allocateCandleColumns, firstCandleAtOrAfter, sliceCandleColumns } = await import(
  join(engine, 'market', 'candle-columns.js')
);
const { detectRegime } = await import(join(engine, 'regime', 'detect-regime.js'));
const { REGIMES } = await import(join(engine, 'regime', 'label-states.js'));
const { computeRollingRegimes } = await import(join(engine, 'regime', 'rolling-regimes.js'));

const DAY_MILLISECONDS = 86_400_000;
/** The usual values of `regime_filter`. */
const ROLLING = { lookback: 500, refit: 100 };
const LONGEST_LOOKBACK_DAYS = 3_650;
const FEWEST_CLOSES = 20;

/** Closing high to closing low of the S&P 500, and what lies between. */
const MARKETS = [
  { name: 'bear market', from: '2000-03-25', to: '2002-10-09' },
  { name: 'rise', from: '2002-10-10', to: '2007-10-09' },
  { name: 'bear market', from: '2007-10-10', to: '2009-03-09' },
  { name: 'rise', from: '2009-03-10', to: '2020-02-19' },
  { name: 'bear market', from: '2020-02-20', to: '2020-03-23' },
  { name: 'rise, to the end of the sample', from: '2020-03-24', to: '2020-04-17' },
];

function readSample() {
  const file = join(root, 'node_modules', 'vega-datasets', 'data', 'sp500-2000.csv');
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  const candles = allocateCandleColumns(lines.length);
  lines.forEach((line, index) => {
    const [date, open, high, low, close, , volume] = line.split(',');
    candles.openTime[index] = Date.parse(date);
    Object.entries({ open, high, low, close, volume }).forEach(([column, text]) => {
      candles[column][index] = Number(text);
    });
  });
  return candles;
}

/** What each close was known to be at the time: {time, label} of those that a model was fitted for. */
function readRolling(candles) {
  return Array.from(computeRollingRegimes(candles, ROLLING), (code, bar) => ({
    time: candles.openTime[bar],
    close: candles.close[bar],
    label: REGIMES[code],
  })).filter(({ label }) => label !== undefined);
}

/** By one model of all candles. */
function readWhole(candles) {
  const { history, openTimes } = detectRegime(candles, DAY_MILLISECONDS / 1000, 'XNYS');
  return history.map((label, index) => ({ time: openTimes[index], label }));
}

function shareOfBear(labels, { from, to }) {
  const inside = labels.filter(({ time }) => time >= Date.parse(from) && time <= Date.parse(to));
  const bear = inside.filter(({ label }) => label === 'bear').length;
  return inside.length === 0 ? '' : `${((bear / inside.length) * 100).toFixed(0)} % of ${inside.length}`;
}

/** Runs of closes that were called bear. */
function findBears(labels) {
  const runs = [];
  labels.forEach((each, index) => {
    if (each.label !== 'bear') return;
    if (labels[index - 1]?.label === 'bear') runs.at(-1).push(each);
    else runs.push([each]);
  });
  return runs;
}

const dateOf = ({ time }) => new Date(time).toISOString().slice(0, 10);

function printTable(head, rows) {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

const candles = readSample();
const last = candles.openTime[candles.length - 1];
const first = firstCandleAtOrAfter(candles, last - (LONGEST_LOOKBACK_DAYS - 1) * DAY_MILLISECONDS);
const rolling = readRolling(candles);
const answered = readWhole(sliceCandleColumns(candles, first, candles.length));
const whole = readWhole(candles);
printTable(
  ['S&P 500', 'from', 'to', 'as known at each close', 'POST, 3,650 days', 'one model of it all'],
  MARKETS.map((market) => [
    ...[market.name, market.from, market.to],
    ...[rolling, answered, whole].map((labels) => shareOfBear(labels, market)),
  ]),
);
console.log();
printTable(
  ['from', 'to', 'closes', 'S&P 500'],
  findBears(rolling)
    .filter((run) => run.length >= FEWEST_CLOSES)
    .map((run) => {
      const change = (run.at(-1).close / run[0].close - 1) * 100;
      const sign = change < 0 ? '' : '+';
      return [dateOf(run[0]), dateOf(run.at(-1)), run.length, `${sign}${change.toFixed(1)} %`];
    }),
);
