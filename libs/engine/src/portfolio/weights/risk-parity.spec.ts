import { randomReturns } from '../../../test/random-returns';
import { centreReturns } from './centre-returns';
import { writeCovariance } from './covariance';
import { riskParity } from './risk-parity';
import { isWeightRefusal } from './weight-request';
import { WeightWorkspace } from './weight-workspace';

const workspace = new WeightWorkspace();

/** Each member's w_i (S w)_i over the portfolio's variance, times members. */
function riskShares(returns: Float64Array, members: number, weights: Float64Array): Float64Array {
  const covariance = new Float64Array(members * members);
  const centred = centreReturns(returns, members, new WeightWorkspace());
  writeCovariance(centred, centred.observations - 1, covariance);
  const shares = weights.map((weight, row) =>
    weights.reduce((sum, other, column) => sum + weight * other * covariance[row * members + column], 0),
  );
  const variance = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (share * members) / variance);
}

const weightsOf = (returns: Float64Array, members: number) =>
  riskParity(centreReturns(returns, members, workspace), workspace);

describe('riskParity', () => {
  it.each([
    ['correlated', 20, 60, 0.5],
    ['uncorrelated', 30, 200, 0],
    ['all but alike', 12, 100, 0.99],
    ['more members than returns', 120, 60, 0.5],
    ['hardly more returns than members, uncorrelated', 100, 110, 0],
  ])('gives all an equal share of the variance: %s', (_, members, observations, market) => {
    const returns = randomReturns(3, observations, members, market);
    const weights = weightsOf(returns, members) as Float64Array;
    for (const share of riskShares(returns, members, weights)) expect(Math.abs(share - 1)).toBeLessThan(1e-9);
    expect(weights.every((weight) => weight > 0)).toBe(true);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 14);
  });

  // S. Maillard, T. Roncalli and J. Teïletche, The properties of equally weighted risk contribution portfolios (2010).
  it('is inverse volatility for two members, whatever their correlation', () => {
    const returns = randomReturns(8, 40, 2, 0.3);
    const { variances } = centreReturns(returns, 2, new WeightWorkspace());
    const weights = weightsOf(returns, 2) as Float64Array;
    expect(weights[0] / weights[1]).toBeCloseTo(Math.sqrt(variances[1] / variances[0]), 10);
  });

  it('refuses a member that mirrors another', () => {
    const returns = randomReturns(4, 50, 3);
    for (let row = 0; row < 50; row++) returns[row * 3 + 2] = -2 * returns[row * 3];
    expect(weightsOf(returns, 3)).toMatchObject({ cause: 'singular' });
  });

  it('refuses many uncorrelated members in few returns, of which some mix always cancels out', () => {
    const outcome = weightsOf(randomReturns(5, 20, 200, 0), 200);
    expect(isWeightRefusal(outcome) && outcome.reason).toMatch(
      /long-only mix of the 200 members .* 20 returns/,
    );
  });
});
