import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPortfolio } from '../../dist/libs/engine/src/portfolio/run-portfolio.js';
import { buildFolder, hasPythonPackages, pythonPeer } from '../frame/contestant.mjs';
import {
  missing,
  requireAgreement,
  requireClose,
  timesFaster,
  within,
  withinMebibytes,
} from '../frame/measurement.mjs';
import { seededPortfolio } from '../frame/seeded-portfolio.mjs';
import { interleave, median, timeCalls } from '../frame/statistics.mjs';

export const title =
  'Portfolio: 20 series over ten years of days, equal weights monthly; 500 series at equal risk';

const SERIES = 20;
const BARS = 2_520;
const CAPITAL = 10_000;
const ROUNDS = 7;
/** A round of these takes a tenth of two runs of bt; the first few meet caches that hold what the peer used. */
const CALLS = 50;

/** Fewer returns than members leave risk parity without an answer: three years of days for 500. */
const RISK_LOOKBACK_BARS = 756;
const MOST_RISK_MILLISECONDS = 5_000;
const MOST_MEBIBYTES = 1_024;
const GROWING_SERIES = [100, 200, 400];

const PEERS = [
  {
    name: 'vectorbt',
    file: 'vectorbt_portfolio.py',
    figures: ['totalReturn', 'maxDrawdown', 'trades', 'winRate', 'profitFactor', 'expectancy'],
    goal: timesFaster(10),
  },
  { name: 'bt', file: 'bt_portfolio.py', figures: ['totalReturn', 'maxDrawdown'], goal: timesFaster(200) },
];

const input = seededPortfolio({ series: SERIES, bars: BARS }, { weights: { method: 'equal' } });

export async function* measure() {
  const file = writeColumns();
  try {
    for (const peer of PEERS) {
      yield hasPythonPackages(peer.name)
        ? await against(peer, file)
        : missing(`equal weights against ${peer.name}`, `${peer.name} (--install-peers)`);
    }
  } finally {
    rmSync(file);
  }
  yield {
    what: 'equal weights monthly, the first run of a process',
    ours: runAlone(SERIES, BARS, 0, 'equal').milliseconds,
  };
  yield* measureEqualRisk();
  for (const series of GROWING_SERIES) yield measureGrowth(series);
}

function writeColumns() {
  mkdirSync(buildFolder, { recursive: true });
  const file = join(buildFolder, `portfolio-${process.pid}.bin`);
  const { openTime } = input.members[0].candles;
  const columns = [openTime, ...input.members.map(({ candles }) => candles.close)];
  writeFileSync(
    file,
    Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength))),
  );
  return file;
}

async function against({ name, file: program, figures, goal }, file) {
  const peer = pythonPeer(program, file, ...[SERIES, BARS, CAPITAL].map(String));
  try {
    const { metrics } = runPortfolio(input);
    const theirs = await peer.send('result');
    for (const figure of figures) requireClose(metrics[figure], theirs[figure], `${figure}, ${name}`, 1e-8);
    console.log(`   the same ${figures.join(', ')} as ${name}`);
    const samples = await interleave(
      {
        ours: () => timeCalls(() => runPortfolio(input), CALLS),
        peer: async () => (await peer.send('run 2')).milliseconds,
      },
      { rounds: ROUNDS },
    );
    return {
      what: 'equal weights monthly, every figure, with equal weights as its benchmark',
      ours: median(samples.ours),
      peer: median(samples.peer),
      peerName: name,
      goal,
    };
  } finally {
    peer.close();
  }
}

function* measureEqualRisk() {
  const { milliseconds, mebibytes } = runAlone(500, BARS, RISK_LOOKBACK_BARS, 'risk_parity');
  yield {
    what: `500 series, risk parity monthly of ${RISK_LOOKBACK_BARS} bars, series in memory`,
    ours: milliseconds,
    goal: within(MOST_RISK_MILLISECONDS),
  };
  yield {
    what: 'its process, at most',
    ours: mebibytes,
    ...withinMebibytes(MOST_MEBIBYTES),
  };
}

/** Twice the bars are twice the decisions, and each of them costs the same. */
function measureGrowth(series) {
  const half = runAlone(series, BARS / 2, RISK_LOOKBACK_BARS, 'risk_parity');
  const whole = runAlone(series, BARS, RISK_LOOKBACK_BARS, 'risk_parity');
  return {
    what: `${series} series, risk parity: ten years against five`,
    ours: whole.milliseconds,
    peer: half.milliseconds,
    peerName: 'five years',
    goal: {
      text: '≤ 2.2×',
      isMet: ({ ours, peer }) => ours / peer <= 2.2,
    },
  };
}

/** In a process of its own, whose memory is that of this run alone. */
function runAlone(...options) {
  const probe = join(import.meta.dirname, '..', 'probes', 'portfolio-run.mjs');
  const { stdout, status } = spawnSync(process.execPath, [probe, ...options.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  requireAgreement(status === 0, `the portfolio of ${options.join(' ')} could not be run`);
  return JSON.parse(stdout);
}
