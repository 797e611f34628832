// node bench/signals-figures.mjs: compares runs of targets and of entries on GOOG and EURUSD of backtesting.py's package with vectorbt, trade for trade.
// After `npm run build` and `npm run bench -- --install-peers`; PYTHON names another interpreter that has the peers.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createRequire } from 'node:module';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const engine = join(root, 'dist', 'libs', 'engine', 'src');
const { runBacktest } = require(join(engine, 'backtest', 'run-backtest.js'));
const { PLAIN_EXECUTION } = require(join(engine, 'backtest', 'execution.js'));
const { keyOfRequest } = require(join(engine, 'known-data', 'data-request.js'));
const { strategyOfSignals } = require(join(engine, 'signals', 'signals-strategy.js'));
const python = process.env.PYTHON ?? join(root, 'bench', '.venv', 'bin', 'python');
const TOLERANCE = 1e-9;
const HOUR_SECONDS = 3_600;

function candlesOf(bars) {
  const column = (index) => Float64Array.from(bars, (bar) => bar[index]);
  return {
    length: bars.length,
    openTime: Float64Array.from(bars, (_, bar) => bar * HOUR_SECONDS * 1000),
    ...{ open: column(0), high: column(1), low: column(2), close: column(3), volume: column(4) },
  };
}

function tradesOf(bars, mode, values, fee) {
  const candles = candlesOf(bars);
  const time = candles.openTime;
  const column = { dataset: 'model', column: 'x' };
  const strategy = strategyOfSignals({ ...column, mode, rebalance: false, threshold: 0 });
  const rows = {
    kind: 'rows',
    time,
    knownAt: time.map((open) => open + HOUR_SECONDS * 1000),
    value: Float64Array.from(values, (value) => value ?? NaN),
  };
  const data = new Map([[keyOfRequest({ kind: 'column', ...column }), rows]]);
  const execution = {
    ...PLAIN_EXECUTION,
    allowShort: mode === 'target',
    takerFeeRate: fee,
    makerFeeRate: fee,
  };
  const input = {
    candles,
    tradeFrom: 0,
    intervalSeconds: HOUR_SECONDS,
    calendar: '24x7',
    parameters: { threshold: 0 },
    data,
  };
  return runBacktest({ ...input, strategy, execution })
    .trades.filter(({ exitReason }) => exitReason === 'signal')
    .map((trade) => [
      trade.entryIndex,
      trade.exitIndex,
      trade.side === 'long' ? trade.quantity : -trade.quantity,
      ...[trade.entryPrice, trade.exitPrice, trade.fees, trade.pnl],
    ]);
}

/** Of the amounts of all trades; a profit is compared with the value of its trade. */
function largestDifference(own, theirs) {
  if (own.length !== theirs.length) return Infinity;
  const differences = own.flatMap((trade, index) => {
    const value = Math.abs(trade[2] * trade[3]);
    return trade.map((amount, column) => {
      const scale = column >= 5 ? value : Math.max(1e-300, Math.abs(theirs[index][column]));
      return amount === theirs[index][column] ? 0 : Math.abs(amount - theirs[index][column]) / scale;
    });
  });
  return Math.max(0, ...differences);
}

for (const name of ['GOOG', 'EURUSD']) {
  const peer = JSON.parse(
    execFileSync(python, [join(root, 'bench', 'peers', 'vectorbt_signals.py'), name], { maxBuffer: 2 ** 28 }),
  );
  for (const [mode, values, runs] of [
    ['target', peer.targets, peer.runs],
    ['entries', peer.entries, peer.entry_runs],
  ]) {
    for (const { fee, trades } of runs) {
      const difference = largestDifference(tradesOf(peer.bars, mode, values, fee), trades);
      const count = `${trades.length} trades, largest relative difference ${difference.toExponential(1)}`;
      console.log(`${name}, ${mode}, fee ${fee}: ${count}`);
      if (!(difference <= TOLERANCE)) process.exitCode = 1;
    }
  }
}
