import { readFixture } from '../../../test/read-fixture';
import { weightRequest } from '../../../test/weight-request';
import { type WeightMethod } from '../portfolio-settings';
import { centreReturns } from './centre-returns';
import { computeWeights } from './compute-weights';
import { correlate } from './correlation';
import { writeCovariance } from './covariance';
import { shrinkCovariance } from './ledoit-wolf';
import { WeightWorkspace } from './weight-workspace';

const BY_RISK = ['inverse_volatility', 'risk_parity', 'hierarchical_risk_parity'] as const;

type ByRisk = Record<(typeof BY_RISK)[number], number[]>;

interface PeerCase extends ByRisk {
  readonly name: string;
  readonly members: number;
  /** Whole numbers of 1 / units, row by row. */
  readonly returns: number[];
  /** The first six rows of each matrix. */
  readonly covariance: number[];
  readonly correlation: number[];
  readonly ledoit_wolf: { readonly shrinkage: number; readonly matrix: number[] };
  readonly minimum_variance: { floor: number; cap: number; sum: number; weights: number[] }[];
  readonly windows: { from: number; to: number; weights: number[] }[];
}

/** bench/peers/portfolio_weights_skfolio.py made it: skfolio 1.12.2, scikit-learn 1.9.1, numpy 2.4.6. */
const fixture = readFixture('portfolio/weights', 'skfolio-weights') as {
  readonly units: number;
  readonly cases: PeerCase[];
  readonly stocks: ByRisk & { readonly names: string[]; readonly returns: number[] };
};

const CASES = fixture.cases.map((one) => ({
  ...one,
  returns: Float64Array.from(one.returns, (value) => value / fixture.units),
}));
/** Risk parity and minimum variance as far as its solver goes; the others by the same arithmetic. */
const SOLVED = 5e-7;
const TOLERANCES = { inverse_volatility: 1e-14, risk_parity: SOLVED, hierarchical_risk_parity: 1e-12 };
const workspace = new WeightWorkspace();

const weightsOf = (method: WeightMethod, returns: ArrayLike<number>, members: number, settings = {}) =>
  computeWeights(weightRequest(method, members, Float64Array.from(returns), settings), workspace);

describe('weights beside skfolio', () => {
  describe.each(CASES)('$name: $members members', ({ returns, members, ...expected }) => {
    it.each(BY_RISK)('%s', (method) => {
      expectNear(weightsOf(method, returns, members), expected[method], TOLERANCES[method]);
    });

    it.each(expected.minimum_variance)('minimum variance from $floor to $cap, sum $sum', (bounds) => {
      const settings = {
        minimumWeight: bounds.floor,
        maximumWeight: bounds.cap,
        cashShare: 1 - bounds.sum,
      };
      expectNear(weightsOf('minimum_variance', returns, members, settings), bounds.weights, SOLVED);
    });

    it.each(expected.windows)('hierarchical risk parity of rows $from to $to', ({ from, to, weights }) => {
      const rows = returns.subarray(from * members, to * members);
      expectNear(
        weightsOf('hierarchical_risk_parity', rows, members),
        weights,
        TOLERANCES.hierarchical_risk_parity,
      );
    });

    it('covariance, correlation and the shrunk covariance of numpy and scikit-learn', () => {
      const centred = centreReturns(returns, members, workspace);
      const covariance = new Float64Array(members * members);
      writeCovariance(centred, centred.observations - 1, covariance);
      expectNear(covariance.subarray(0, 6 * members), expected.covariance, 1e-15);
      expectNear(correlate(centred, workspace).subarray(0, 6 * members), expected.correlation, 1e-12);
      const { matrix, shrinkage } = shrinkCovariance(centred, workspace);
      expect(shrinkage).toBeCloseTo(expected.ledoit_wolf.shrinkage, 12);
      expectNear(matrix.subarray(0, 6 * members), expected.ledoit_wolf.matrix, 1e-15);
    });
  });

  describe("skfolio's 20 stocks, 2018 to 2022, by returns of the same covariance", () => {
    const { names, returns, ...expected } = fixture.stocks;

    it.each(BY_RISK)('%s', (method) => {
      expectNear(weightsOf(method, returns, names.length), expected[method], TOLERANCES[method]);
    });

    it('gives the figures that were published for AAPL', () => {
      const first = (method: WeightMethod) =>
        Float64Array.from(weightsOf(method, returns, names.length) as Float64Array)[0];
      expect(names[0]).toBe('AAPL');
      expect(first('hierarchical_risk_parity')).toBeCloseTo(0.028178, 6);
      expect(first('risk_parity')).toBeCloseTo(0.041996, 6);
    });
  });
});

function expectNear(actual: unknown, expected: readonly number[], tolerance: number): void {
  expect(actual).toBeInstanceOf(Float64Array);
  const values = actual as Float64Array;
  expect(values).toHaveLength(expected.length);
  const worst = Math.max(...expected.map((value, index) => Math.abs(value - values[index])));
  expect(worst).toBeLessThan(tolerance);
}
