import { randomReturns } from '../../../test/random-returns';
import { weightRequest } from '../../../test/weight-request';
import { WEIGHT_METHODS, type Weighting, type WeightMethod } from '../portfolio-settings';
import { computeWeights, needsReturns } from './compute-weights';
import { simpleReturns } from './simple-returns';
import { isWeightRefusal } from './weight-request';
import { WeightWorkspace } from './weight-workspace';

const workspace = new WeightWorkspace();
const BY_RISK = WEIGHT_METHODS.filter(needsReturns);

const weightsOf = (
  method: WeightMethod,
  members: number,
  returns = randomReturns(1, 60, members),
  settings: Partial<Weighting> = {},
) => computeWeights(weightRequest(method, members, returns, settings), workspace);

const reasonOf = (...input: Parameters<typeof weightsOf>) => {
  const outcome = weightsOf(...input);
  return isWeightRefusal(outcome) ? `${outcome.cause}: ${outcome.reason}` : null;
};

describe('computeWeights', () => {
  it('divides equally, and leaves the cash share', () => {
    expect(weightsOf('equal', 4, new Float64Array())).toEqual(Float64Array.of(0.25, 0.25, 0.25, 0.25));
    expect(weightsOf('equal', 2, new Float64Array(), { cashShare: 0.5 })).toEqual(
      Float64Array.of(0.25, 0.25),
    );
  });

  it('takes given weights as they are', () => {
    const given = weightsOf('given', 2, new Float64Array(), { givenWeights: [0.7, -0.2] });
    expect(given).toEqual(Float64Array.of(0.7, -0.2));
  });

  it.each([
    ['no weights', { givenWeights: null }, /values .* each of the 2 members, not 0/],
    ['too few', { givenWeights: [1] }, /not 1/],
    ['more than the equity', { givenWeights: [0.7, 0.4] }, /add up to 1.1, and at most 1 of the equity/],
    ['more than cash leaves', { givenWeights: [0.5, 0.5], cashShare: 0.1 }, /at most 0.9/],
    [
      'one above the cap',
      { givenWeights: [0.5, -0.3], maximumWeight: 0.4 },
      /M0, 0.5, is beyond max_weight 0.4/,
    ],
    [
      'one below the floor',
      { givenWeights: [0.5, 0.1], minimumWeight: 0.2 },
      /M1, 0.1, is below min_weight 0.2/,
    ],
    ['no number', { givenWeights: [NaN, 0.1] }, /M0, NaN/],
  ])('refuses given weights: %s', (_, settings, reason) => {
    expect(reasonOf('given', 2, new Float64Array(), settings)).toMatch(reason);
  });

  it.each(BY_RISK)('keeps cap, floor and cash share: %s', (method) => {
    const settings = { maximumWeight: 0.13, minimumWeight: 0.04, cashShare: 0.1 };
    const weights = weightsOf(method, 10, undefined, settings) as Float64Array;
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(0.9, 12);
    expect(Math.max(...weights)).toBeLessThanOrEqual(0.13 + 1e-15);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0.04 - 1e-15);
  });

  it.each([
    [
      { maximumWeight: 0.1 },
      'infeasible: 5 members with max_weight 0.1 can hold 0.5 of the equity at most, and cash is 0: max_weight must be at ' +
        'least 0.2, or cash at least 0.5',
    ],
    [
      { minimumWeight: 0.3 },
      'infeasible: 5 members with min_weight 0.3 hold 1.5 of the equity at least, and 1 is theirs: min_weight must be at ' +
        'most 0.2',
    ],
    [{ minimumWeight: 0.3, maximumWeight: 0.2 }, 'infeasible: min_weight 0.3 is above max_weight 0.2'],
  ])('says what is allowed where no weights keep %j', (settings, reason) => {
    for (const method of ['equal', ...BY_RISK] as const) {
      expect(reasonOf(method, 5, undefined, settings)).toBe(reason);
    }
  });

  it('allows a cap that rounding alone makes too low', () => {
    const weights = weightsOf('risk_parity', 3, undefined, { maximumWeight: 0.3333333333 }) as Float64Array;
    expect(Math.max(...weights)).toBeLessThanOrEqual(0.3333333333);
  });

  it.each(BY_RISK)('gives a single member everything: %s', (method) => {
    const weights = weightsOf(method, 1) as Float64Array;
    expect(weights[0]).toBeCloseTo(1, 14);
  });

  it.each(BY_RISK)('refuses what has no variance, and names it: %s', (method) => {
    const still = randomReturns(1, 20, 3).map((value, at) => (at % 3 === 1 ? 0 : value));
    expect(reasonOf(method, 3, still)).toMatch(/^no_variance: M1 has no variance in the 20 returns/);
    expect(reasonOf(method, 3, new Float64Array(60).fill(0.01))).toMatch(/^no_variance: M0/);
  });

  it.each(BY_RISK)('refuses too few returns, those that are no numbers, and no member: %s', (method) => {
    expect(reasonOf(method, 3, Float64Array.of(0.1, 0.2, 0.3))).toMatch(
      /^unusable_returns: .* at least 2 returns, not 1/,
    );
    const closes = [Float64Array.of(1, 2, 3), Float64Array.of(1, 0, 3)];
    expect(reasonOf(method, 2, simpleReturns(closes, workspace))).toMatch(
      /^unusable_returns: M1 has a close of 0/,
    );
    expect(reasonOf(method, 0, new Float64Array())).toMatch(/^infeasible: no member/);
  });

  it('answers every shape with weights or a reason', () => {
    for (let members = 1; members <= 40; members += 3) {
      for (let observations = 2; observations <= 50; observations += 6) {
        for (const market of [0, 0.6, 1]) {
          const returns = randomReturns(members, observations, members, market);
          for (const method of BY_RISK) {
            const outcome = weightsOf(method, members, returns);
            if (isWeightRefusal(outcome)) expect(outcome.reason).not.toBe('');
            else expect(Math.abs(outcome.reduce((sum, weight) => sum + weight) - 1)).toBeLessThan(1e-12);
          }
        }
      }
    }
  });

  // Returns of A and of B that are uncorrelated, with equal deviations.
  const A = [0.01, -0.01, 0.02, -0.02];
  const B = [0.02, -0.02, -0.01, 0.01];
  const rowsOf = (...members: number[][]) =>
    Float64Array.from(A.flatMap((_, row) => members.map((returns) => returns[row])));

  it.each(BY_RISK)('gives two identical members half each, beside two others a quarter: %s', (method) => {
    const pair = weightsOf(method, 2, rowsOf(A, A)) as Float64Array;
    expect([...pair]).toEqual([expect.closeTo(1 / 2, 10), expect.closeTo(1 / 2, 10)]);
    const four = weightsOf(method, 4, rowsOf(A, B, A, B)) as Float64Array;
    for (const weight of four) expect(weight).toBeCloseTo(1 / 4, 8);
  });

  it('gives identical members the same by risk parity, and the one apart from them √2 times as much', () => {
    // Risk is the same where w_A (w_A + w_A) = w_B²; the sum of 1, 1 and √2 is 2 + √2.
    const weights = weightsOf('risk_parity', 3, rowsOf(A, B, A)) as Float64Array;
    expect(weights[0]).toBe(weights[2]);
    expect(weights[0]).toBeCloseTo(1 / (2 + Math.SQRT2), 10);
    expect(weights[1]).toBeCloseTo(Math.SQRT2 / (2 + Math.SQRT2), 10);
  });

  it('divides between members that mirror each other by hierarchical risk parity, as no mix of them has a risk', () => {
    for (let members = 2; members <= 24; members++) {
      const mirrored = Array.from({ length: members }, (_, member) =>
        member % 2 === 0 ? A : A.map((x) => -x),
      );
      const weights = weightsOf('hierarchical_risk_parity', members, rowsOf(...mirrored)) as Float64Array;
      expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
    }
  });

  it.each(BY_RISK)('needs no more returns than members where they move together: %s', (method) => {
    const weights = weightsOf(method, 40, randomReturns(2, 10, 40, 0.8)) as Float64Array;
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 10);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
  });

  it('does not depend on what the workspace did before', () => {
    const returns = randomReturns(9, 30, 7);
    for (const method of BY_RISK) {
      const fresh = computeWeights(weightRequest(method, 7, returns), new WeightWorkspace());
      weightsOf(method, 12);
      expect(weightsOf(method, 7, returns)).toEqual(fresh);
    }
  });
});

it('makes returns of closes row by row', () => {
  const closes = [Float64Array.of(100, 110, 99), Float64Array.of(10, 5, 20)];
  const returns = simpleReturns(closes, workspace);
  [0.1, -0.5, -0.1, 3].forEach((value, at) => expect(returns[at]).toBeCloseTo(value, 15));
});
