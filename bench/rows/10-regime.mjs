import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitHiddenMarkovModel } from '../../dist/libs/engine/src/regime/fit-hidden-markov-model.js';
import { seededRandom } from '../../dist/libs/engine/src/seeded-random.js';
import { buildFolder, hasPythonPackages, pythonPeer } from '../frame/contestant.mjs';
import { atMostTimes, missing, requireAgreement, requireClose } from '../frame/measurement.mjs';
import { interleave, median, timeCalls } from '../frame/statistics.mjs';

export const title =
  'Regime: 50 iterations of a hidden Markov model, 2,128 × 2, three states, full covariance';

const OBSERVATIONS = 2_128;
const ITERATIONS = 50;
const ROUNDS = 11;
const CALLS = 5;
const LOG_LIKELIHOOD_TOLERANCE = 1e-6;
const IMPLEMENTATIONS = [
  { name: 'scaling', peerName: 'hmmlearn, scaling', goal: atMostTimes(0.7) },
  { name: 'log', peerName: 'hmmlearn, its default', goal: atMostTimes(0.3) },
];

const START = {
  initial: [0.5, 0.3, 0.2],
  transition: [0.8, 0.1, 0.1, 0.1, 0.8, 0.1, 0.1, 0.1, 0.8],
  means: [-0.5, 0.5, 0, -0.5, 0.5, 0.5],
  covariances: [1, 0.2, 0.2, 1, 0.8, 0, 0, 0.9, 1, -0.1, -0.1, 1.1],
};
const start = {
  states: 3,
  dimensions: 2,
  ...Object.fromEntries(Object.entries(START).map(([name, values]) => [name, Float64Array.from(values)])),
};
const observations = { length: OBSERVATIONS, dimensions: 2, values: seededSeries() };

/** Three states that last 50 observations on average, normally distributed around means of their own. */
function seededSeries() {
  const random = seededRandom(10);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const means = [
    [-1, 0.8],
    [0.1, -0.9],
    [0.9, 0.3],
  ];
  let state = 0;
  return Float64Array.from(
    Array.from({ length: OBSERVATIONS }, () => {
      if (random() < 0.03) state = Math.floor(random() * 3);
      return [means[state][0] + 0.6 * normal(), means[state][1] + 0.5 * normal()];
    }).flat(),
  );
}

function fit() {
  const trace = [];
  const { logLikelihood } = fitHiddenMarkovModel(start, observations, {
    tolerance: -Infinity,
    maximumIterations: ITERATIONS,
    onIteration: (reached) => trace.push(reached) > 0,
  });
  return { trace: trace.slice(0, ITERATIONS), logLikelihood };
}

export async function* measure() {
  if (!hasPythonPackages('hmmlearn', 'pandas')) {
    yield missing('the fit', 'hmmlearn (--install-peers)');
    return;
  }
  const file = join(buildFolder, 'regime-series.bin');
  mkdirSync(buildFolder, { recursive: true });
  writeFileSync(file, observations.values);
  const peers = IMPLEMENTATIONS.map(({ name, ...rest }) => ({
    name,
    ...rest,
    contestant: pythonPeer('hmmlearn_fit.py', file, OBSERVATIONS, ITERATIONS, name, startAsJson()),
  }));
  try {
    for (const { name, contestant } of peers) await checkAgreement(name, contestant);
    const samples = await interleave(
      {
        ours: () => timeCalls(fit, CALLS),
        ...Object.fromEntries(
          peers.map(({ name, contestant }) => [
            name,
            async () => (await contestant.send(`run ${CALLS}`)).milliseconds,
          ]),
        ),
      },
      { rounds: ROUNDS },
    );
    const perStep = (milliseconds) => (milliseconds / OBSERVATIONS / ITERATIONS) * 1e6;
    for (const { name, peerName, goal } of peers) {
      yield {
        what: 'an iteration, per observation',
        ours: perStep(median(samples.ours)),
        peer: perStep(median(samples[name])),
        peerName,
        goal,
        format: (nanoseconds) => `${nanoseconds.toFixed(0)} ns`,
      };
    }
  } finally {
    for (const { contestant } of peers) contestant.close();
    rmSync(file, { force: true });
  }
}

/** As hmmlearn takes them: matrices as rows of rows. */
function startAsJson() {
  const rows = (values, length) =>
    Array.from({ length: values.length / length }, (_, row) =>
      values.slice(row * length, (row + 1) * length),
    );
  const { initial, transition, means, covariances } = START;
  return JSON.stringify({
    initial,
    transition: rows(transition, 3),
    means: rows(means, 2),
    covariances: rows(rows(covariances, 2), 2),
  });
}

async function checkAgreement(name, contestant) {
  const theirs = await contestant.send('result');
  const ours = fit();
  requireAgreement(theirs.trace.length === ITERATIONS, `hmmlearn made ${theirs.trace.length} iterations`);
  ours.trace.forEach((reached, iteration) =>
    requireClose(
      reached,
      theirs.trace[iteration],
      `${name}, log-likelihood ${iteration}`,
      LOG_LIKELIHOOD_TOLERANCE,
    ),
  );
  const { logLikelihood } = ours;
  requireClose(logLikelihood, theirs.logLikelihood, `${name}, at the end`, LOG_LIKELIHOOD_TOLERANCE);
  const apart = Math.abs(logLikelihood / theirs.logLikelihood - 1);
  console.log(
    `   hmmlearn ${name} reaches the same log-likelihood ${logLikelihood.toFixed(3)}, ${apart.toExponential(0)} apart`,
  );
}
