// node bench/portfolio-figures.mjs: portfolios of skfolio's 20 stocks in bt and here, after a build and bench/install-peers.mjs. The prices
// are not stored in this repository. Prints both results, and exits with 1 where they differ.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PLAIN_EXECUTION } from '../dist/libs/engine/src/backtest/execution.js';
import { readPortfolio } from '../dist/libs/engine/src/portfolio/read-portfolio.js';
import { runPortfolio } from '../dist/libs/engine/src/portfolio/run-portfolio.js';
import { hasPythonPackages, peersPython } from './frame/contestant.mjs';

const DAY_MILLISECONDS = 86_400_000;
const TOLERANCE = 1e-9;
/** Measured before there was this command: bt 1.4.1, equal weights from 2010-01-01 on. */
const PUBLISHED = { total_return: 5.555111, max_drawdown: 0.31516374 };

if (!hasPythonPackages('bt', 'skfolio')) {
  console.error('bt or skfolio is missing: node bench/install-peers.mjs');
  process.exit(2);
}
const peer = join(import.meta.dirname, 'peers', 'portfolio_bt.py');
const { stdout, status } = spawnSync(peersPython, [peer, 'stocks'], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(2);
const theirs = JSON.parse(stdout);
const members = readMembers(theirs.prices);
const requests = {
  equal: { weights: { method: 'equal' } },
  inverse_volatility: { weights: { method: 'inverse_volatility', lookback: theirs.lookback } },
  momentum: { ranking: { by: { momentum: { lookback: theirs.lookback } }, top: theirs.top } },
};

let differing = 0;
for (const [name, expected] of Object.entries(theirs.runs)) {
  const { equity, metrics } = run(requests[name]);
  compare(`${name}, total return`, metrics.totalReturn, expected.total_return);
  compare(`${name}, max drawdown`, metrics.maxDrawdown, expected.max_drawdown);
  const errors = expected.equity.map((value, bar) => Math.abs(equity[bar] / equity[0] / value - 1));
  compare(`${name}, largest error of ${errors.length} closes`, Math.max(...errors), 0);
}
for (const [figure, value] of Object.entries(PUBLISHED)) {
  compare(`equal, published ${figure}`, Number(theirs.runs.equal[figure].toFixed(8)), value);
}
process.exit(differing === 0 ? 0 : 1);

function readMembers({ days, closes }) {
  const openTime = Float64Array.from(days, (day) => Date.parse(`${day}T00:00:00Z`));
  return Object.entries(closes).map(([symbol, prices]) => {
    const close = Float64Array.from(prices);
    const { length } = close;
    return {
      exchange: 'us',
      symbol,
      candles: { length, openTime, open: close, high: close, low: close, close, volume: close },
      from: null,
      to: null,
      calendar: 'XNYS',
      execution: { ...PLAIN_EXECUTION, fill: 'close' },
      funding: null,
    };
  });
}

function run(request) {
  const { openTime } = members[0].candles;
  return runPortfolio({
    members,
    range: { from: Date.parse(theirs.start), to: openTime[openTime.length - 1] + DAY_MILLISECONDS },
    intervalSeconds: DAY_MILLISECONDS / 1000,
    calendar: 'XNYS',
    settings: readPortfolio(request, members).settings,
  });
}

function compare(what, ours, expected) {
  const isSame = Math.abs(ours - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
  if (!isSame) differing++;
  console.log(`${isSame ? 'same  ' : 'DIFFER'} ${what}: ${ours} here, ${expected} in bt`);
}
