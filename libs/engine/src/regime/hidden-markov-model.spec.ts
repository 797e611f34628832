import { readFixture } from '../../test/read-fixture';
import { filterStates, scaleDensities } from './filter-states';
import { findLikeliestPath } from './find-likeliest-path';
import { fitHiddenMarkovModel } from './fit-hidden-markov-model';
import {
  bayesianInformationCriterion,
  countFreeParameters,
  type HiddenMarkovModel,
} from './hidden-markov-model';
import { writeLogDensities } from './log-densities';
import { allocateExpectedCounts, smoothStates } from './smooth-states';

interface PeerFit {
  readonly trace: number[];
  readonly score: number;
  readonly initial: number[];
  readonly transition: number[][];
  readonly means: number[][];
  readonly covariances: number[][][];
  readonly smoothed: number[][];
  readonly viterbi_log_probability: number;
  readonly viterbi: number[];
}

interface PeerTrace {
  readonly iterations: number;
  readonly series: number[][];
  readonly start: Pick<PeerFit, 'initial' | 'transition' | 'means' | 'covariances'>;
  readonly full: PeerFit;
  readonly diagonal: PeerFit;
  /** Full covariance, of the first dimension alone. */
  readonly single: PeerFit;
}

interface StataFit {
  readonly parameters: Record<'p11' | 'p21' | 'mean1' | 'mean2' | 'sigma', number>;
  readonly log_likelihood: number;
  readonly fedfunds: number[];
  readonly smoothed_state_1: number[];
}

function smoothed(model: HiddenMarkovModel, logDensities: Float64Array) {
  const scaled = scaleDensities(Float64Array.from(logDensities), model.states);
  const filtered = filterStates(scaled, model.initial, model.transition);
  const { logLikelihood } = filtered;
  smoothStates(scaled, filtered, model.transition, allocateExpectedCounts(model.states));
  return { logLikelihood, posteriors: filtered.posteriors };
}

const flat = (numbers: unknown): Float64Array =>
  Float64Array.from((numbers as number[]).flat<number[], typeof Infinity>(Infinity));

describe('forward-backward and Viterbi', () => {
  // Wikipedia, "Forward–backward algorithm", umbrella example: two observations of umbrella, one of none, two of umbrella.
  const initial = Float64Array.of(0.5, 0.5);
  const transition = Float64Array.of(0.7, 0.3, 0.3, 0.7);
  const [umbrella, none] = [
    [0.9, 0.2],
    [0.1, 0.8],
  ];
  const logDensities = Float64Array.from([umbrella, umbrella, none, umbrella, umbrella].flat(), Math.log);

  it('smooths the umbrella example of Wikipedia', () => {
    const model = { states: 2, initial, transition } as HiddenMarkovModel;
    const { posteriors, logLikelihood } = smoothed(model, logDensities);
    const rain = Array.from({ length: 5 }, (_, time) => posteriors[time * 2]);
    const published = [0.8673, 0.8204, 0.3075, 0.8204, 0.8673];
    rain.forEach((probability, time) => expect(probability).toBeCloseTo(published[time], 4));
    expect(logLikelihood).toBeCloseTo(-3.3725, 4); // hmmlearn's test of the same example
  });

  it('finds the likeliest path of the umbrella example', () => {
    const path = findLikeliestPath(logDensities, initial, transition);
    expect([...path.states]).toEqual([0, 0, 1, 0, 0]);
    expect(path.logProbability).toBeCloseTo(-4.459, 4); // hmmlearn's test of the same example
  });

  it('takes the lowest state where two are equally likely', () => {
    const even = Float64Array.of(0.5, 0.5, 0.5, 0.5);
    const { states } = findLikeliestPath(new Float64Array(6), Float64Array.of(0.5, 0.5), even);
    expect([...states]).toEqual([0, 0, 0]);
  });

  it("agrees with Stata's mswitch on the federal funds rate", () => {
    const { parameters, log_likelihood, fedfunds, smoothed_state_1 } = readFixture(
      'regime',
      'stata-fedfunds',
    ) as StataFit;
    const { p11, p21, mean1, mean2, sigma } = parameters;
    const stationary = p21 / (1 - p11 + p21);
    const model: HiddenMarkovModel = {
      states: 2,
      dimensions: 1,
      initial: Float64Array.of(stationary, 1 - stationary),
      transition: Float64Array.of(p11, 1 - p11, p21, 1 - p21),
      means: Float64Array.of(mean1, mean2),
      covariances: Float64Array.of(sigma ** 2, sigma ** 2),
    };
    const values = Float64Array.from(fedfunds);
    const densities = new Float64Array(values.length * 2);
    expect(writeLogDensities(model, { length: values.length, dimensions: 1, values }, densities)).toBe(true);
    const { logLikelihood, posteriors } = smoothed(model, densities);
    expect(logLikelihood).toBeCloseTo(log_likelihood, 4); // published to five decimals, of rounded parameters
    const worst = smoothed_state_1.map((probability, time) => Math.abs(probability - posteriors[time * 2]));
    expect(Math.max(...worst)).toBeLessThan(1e-5);
  });

  it('keeps its likelihood where no state explains an observation', () => {
    const unlikely = Float64Array.of(-1e5, -2e5, -1e5, -2e5, -2e5, -1e5);
    const { logLikelihood } = filterStates(scaleDensities(unlikely, 2), initial, transition);
    // By hand: 0.5 × 0.7 × 0.3 with the largest density of each; every other path is smaller by e^100000.
    expect(logLikelihood).toBeCloseTo(-3e5 + Math.log(0.5 * 0.7 * 0.3), 6);
  });
});

describe.each([
  { kind: 'full', dimensions: 2 },
  { kind: 'diagonal', dimensions: 2 },
  { kind: 'single', dimensions: 1 },
] as const)('expectation maximisation, $kind covariance', ({ kind, dimensions }) => {
  const peer = readFixture('regime', 'hmmlearn-trace') as PeerTrace;
  const expected = peer[kind];
  const isDiagonal = kind === 'diagonal';
  const observed = peer.series.map((values) => values.slice(0, dimensions));
  const observations = { length: observed.length, dimensions, values: flat(observed) };
  const covariances = peer.start.covariances.map((matrix) =>
    matrix
      .slice(0, dimensions)
      .map((row, at) => row.slice(0, dimensions).map((value, to) => (isDiagonal && at !== to ? 0 : value))),
  );
  const start: HiddenMarkovModel = {
    states: 3,
    dimensions,
    initial: flat(peer.start.initial),
    transition: flat(peer.start.transition),
    means: flat(peer.start.means.map((means) => means.slice(0, dimensions))),
    covariances: flat(covariances),
  };
  const trace: number[] = [];
  const fit = fitHiddenMarkovModel(start, observations, {
    isDiagonal,
    tolerance: -Infinity,
    maximumIterations: expected.trace.length,
    onIteration: (logLikelihood) => trace.push(logLikelihood) > 0,
  })!;

  it("takes hmmlearn's path of log-likelihoods", () => {
    expected.trace.forEach((logLikelihood, iteration) =>
      expect(Math.abs(trace[iteration] / logLikelihood - 1)).toBeLessThan(1e-10),
    );
    expect(fit.logLikelihood).toBeCloseTo(expected.score, 8);
  });

  it("ends at hmmlearn's model", () => {
    for (const part of ['initial', 'transition', 'means', 'covariances'] as const) {
      const wanted = flat(expected[part]);
      expect(fit.model[part]).toHaveLength(wanted.length);
      wanted.forEach((value, at) => expect(fit.model[part][at]).toBeCloseTo(value, 7));
    }
  });

  it("smooths and decodes as hmmlearn's", () => {
    const densities = new Float64Array(observations.length * 3);
    writeLogDensities(fit.model, observations, densities);
    const { posteriors } = smoothed(fit.model, densities);
    expected.smoothed.flat().forEach((probability, at) => {
      const time = Math.floor(at / 3) * 50;
      expect(posteriors[time * 3 + (at % 3)]).toBeCloseTo(probability, 7);
    });
    const path = findLikeliestPath(densities, fit.model.initial, fit.model.transition);
    expect([...path.states]).toEqual(expected.viterbi);
    expect(path.logProbability).toBeCloseTo(expected.viterbi_log_probability, 7);
  });

  it('never loses likelihood', () => {
    trace.slice(1).forEach((logLikelihood, at) => expect(logLikelihood).toBeGreaterThan(trace[at] - 1e-9));
  });
});

describe('information criterion', () => {
  it("counts the parameters and the criterion of depmixS4's fit of the S&P 500's monthly returns", () => {
    // depmixS4's `sp500` (744 months), two states: log-likelihood 1334.635187, BIC -2622.9861.
    const free = countFreeParameters({ states: 2, dimensions: 1 }, false);
    expect(free).toBe(7);
    expect(bayesianInformationCriterion(1334.635187, free, 744)).toBeCloseTo(-2622.9861, 3);
  });

  it('counts 23 parameters with three states of two dimensions', () => {
    // By hand: 2 of the start, 6 of the transitions, 6 means, 9 of the covariances.
    expect(countFreeParameters({ states: 3, dimensions: 2 }, false)).toBe(23);
    expect(countFreeParameters({ states: 3, dimensions: 2 }, true)).toBe(20);
  });
});
