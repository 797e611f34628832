import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExecution } from '../../dist/libs/engine/src/backtest/read-execution.js';
import { runBacktest } from '../../dist/libs/engine/src/backtest/run-backtest.js';
import { sliceCandleColumns } from '../../dist/libs/engine/src/market/candle-columns.js';
import { smaCross } from '../../dist/libs/engine/src/strategies/sma-cross.js';
import { buildFolder, compilePeer, Contestant, hasPythonPackages, pythonPeer } from '../frame/contestant.mjs';
import { atMostTimes, missing, requireAgreement, requireClose, timesFaster } from '../frame/measurement.mjs';
import { seededCandles } from '../frame/seeded-candles.mjs';
import { interleave, median, timeCalls } from '../frame/statistics.mjs';

export const title = 'Backtest through the strategy API: SMA 10/30 over 100,000 hourly bars, full metrics';

const BARS = 100_000;
/** What backtrader takes as long for as the others for all of them: it is compared by the bar. */
const BACKTRADER_BARS = 5_000;
const INTERVAL_SECONDS = 3_600;
const PARAMETERS = { fast: 10, slow: 30 };
const CAPITAL = 100_000_000;
const FEE_RATE = 0.001;
/** Whole units, since backtesting.py trades no others. */
const LOT_SIZE = 1;
const ROUNDS = 9;

const candles = seededCandles(BARS);
const input = {
  candles,
  tradeFrom: 0,
  intervalSeconds: INTERVAL_SECONDS,
  calendar: '24x7',
  strategy: smaCross,
  parameters: PARAMETERS,
  execution: readExecution(
    {
      initial_capital: String(CAPITAL),
      fees: { maker: String(FEE_RATE), taker: String(FEE_RATE) },
      lot_size: LOT_SIZE,
      slippage_bps: 0,
    },
    { exchange: null, presets: {} },
  ).execution,
};

const runAlone = () => runBacktest(input, { benchmark: false });

export async function* measure() {
  const file = writeColumns();
  const peers = startPeers(file);
  try {
    await checkAgreement(peers);
    const samples = await interleave(contestants(peers), { rounds: ROUNDS });
    yield* toMeasurements(samples, peers);
  } finally {
    for (const peer of Object.values(peers)) peer?.close();
    rmSync(file);
  }
}

function writeColumns() {
  mkdirSync(buildFolder, { recursive: true });
  const file = join(buildFolder, `candles-${process.pid}.bin`);
  writeFileSync(file, Buffer.concat([candles.openTime, candles.open, candles.close].map(toBytes)));
  return file;
}

function toBytes(column) {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}

function startPeers(file) {
  const strategy = [PARAMETERS.fast, PARAMETERS.slow, CAPITAL, FEE_RATE].map(String);
  const program = compilePeer('sma_cross');
  const bars = String(BARS);
  return {
    c:
      program &&
      new Contestant(program, [file, bars, String(INTERVAL_SECONDS), ...strategy, String(LOT_SIZE)]),
    vectorbt: hasPythonPackages('vectorbt')
      ? pythonPeer('vectorbt_sma_cross.py', file, bars, ...strategy, String(LOT_SIZE))
      : undefined,
    backtestingPy: hasPythonPackages('backtesting')
      ? pythonPeer('backtesting_py_sma_cross.py', file, bars, ...strategy)
      : undefined,
    backtrader: hasPythonPackages('backtrader')
      ? pythonPeer(
          'backtrader_sma_cross.py',
          ...[file, bars, String(BACKTRADER_BARS), ...strategy, String(LOT_SIZE)],
        )
      : undefined,
  };
}

async function checkAgreement({ c, vectorbt, backtestingPy, backtrader }) {
  const { trades, metrics, benchmark } = runBacktest(input);
  requireAgreement(
    runAlone().benchmark === null,
    'buy and hold is still beside the strategy that runs alone',
  );
  if (c) {
    const result = await c.send('result');
    requireSameTrades(trades, result.trades, 'C');
    requireSameMetrics(metrics, result.strategy, 'C');
    requireSameMetrics(benchmark, result.holding, 'C, buy and hold');
  }
  if (vectorbt) {
    const result = await vectorbt.send('result');
    requireSameTrades(trades, result.trades, 'vectorbt');
    requireClose(metrics.totalReturn, result.totalReturn, 'total return, vectorbt');
    requireClose(metrics.maxDrawdown, result.maxDrawdown, 'maximum drawdown, vectorbt');
  }
  if (backtestingPy) {
    const result = await backtestingPy.send('result');
    // What is open at the end backtesting.py closes at the last bar's open, we at its close.
    const compared = closedBySignal(trades);
    requireSameTrades(compared, result.trades.slice(0, compared.length), 'backtesting.py');
    requireAgreement(result.trades.length === trades.length, 'backtesting.py has made other trades');
  }
  if (backtrader) {
    // What is open at the end it leaves open.
    const first = runBacktest({ ...input, candles: sliceCandleColumns(candles, 0, BACKTRADER_BARS) });
    const result = await backtrader.send('result');
    requireSameTrades(closedBySignal(first.trades), result.trades, 'backtrader');
  }
  console.log(`   same ${trades.length} trades, total return ${metrics.totalReturn.toFixed(6)}`);
}

function closedBySignal(trades) {
  return trades.at(-1).exitReason === 'end_of_data' ? trades.slice(0, -1) : trades;
}

function requireSameTrades(ours, theirs, who) {
  requireAgreement(ours.length === theirs.length, `${who}: ${theirs.length} trades, ours are ${ours.length}`);
  ours.forEach((trade, index) => {
    for (const field of ['entryIndex', 'exitIndex', 'quantity', 'entryPrice', 'exitPrice', 'pnl']) {
      requireClose(trade[field], theirs[index][field], `${field} of trade ${index}, ${who}`);
    }
  });
}

function requireSameMetrics(ours, theirs, who) {
  for (const [name, value] of Object.entries(theirs)) requireClose(ours[name], value, `${name}, ${who}`);
}

function contestants({ c, vectorbt, backtestingPy, backtrader }) {
  const millisecondsOf = async (peer, command) => (await peer.send(command)).milliseconds;
  return {
    ours: () => timeCalls(() => runBacktest(input), 40),
    oursAlone: () => timeCalls(runAlone, 40),
    ...(c && { c: () => millisecondsOf(c, 'run 40 1'), cAlone: () => millisecondsOf(c, 'run 40 0') }),
    ...(vectorbt && { vectorbt: () => millisecondsOf(vectorbt, 'run 3') }),
    ...(backtestingPy && { backtestingPy: () => millisecondsOf(backtestingPy, 'run 1') }),
    ...(backtrader && { backtrader: () => millisecondsOf(backtrader, 'run 1') }),
  };
}

function toMeasurements(samples, { c, vectorbt, backtestingPy, backtrader }) {
  const ours = median(samples.ours);
  const against = (what, peer, peerName, goal, figure = ours) => ({
    what,
    ours: figure,
    peer: median(peer),
    peerName,
    goal,
  });
  return [
    c
      ? against('backtest, buy and hold included', samples.c, 'C -O3, the same', atMostTimes(3))
      : missing('backtest against C', 'gcc'),
    ...(c
      ? [
          against(
            'backtest without buy and hold',
            samples.cAlone,
            'C -O3, the same',
            atMostTimes(3),
            median(samples.oursAlone),
          ),
        ]
      : []),
    vectorbt
      ? against('backtest, buy and hold included', samples.vectorbt, 'vectorbt', timesFaster(10))
      : missing('backtest against vectorbt', 'vectorbt (--install-peers)'),
    backtestingPy
      ? against('backtest, buy and hold included', samples.backtestingPy, 'backtesting.py', timesFaster(250))
      : missing('backtest against backtesting.py', 'backtesting (--install-peers)'),
    backtrader
      ? {
          what: `a bar of the backtest; backtrader's is one of the first ${BACKTRADER_BARS}`,
          ours: ours / BARS,
          peer: median(samples.backtrader) / BACKTRADER_BARS,
          peerName: 'backtrader',
          goal: timesFaster(1),
        }
      : missing('backtest against backtrader', 'backtrader (--install-peers)'),
  ];
}
