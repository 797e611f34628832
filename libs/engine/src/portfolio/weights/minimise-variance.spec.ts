import { randomReturns } from '../../../test/random-returns';
import { centreReturns } from './centre-returns';
import { writeCovariance } from './covariance';
import { shrinkCovariance } from './ledoit-wolf';
import { minimiseVariance } from './minimise-variance';
import { type WeightBounds } from './weight-bounds';
import { WeightWorkspace } from './weight-workspace';

const workspace = new WeightWorkspace();

function covarianceOf(seed: number, members: number, market: number): Float64Array {
  return shrinkCovariance(
    centreReturns(randomReturns(seed, 60, members, market), members, workspace),
    workspace,
  ).matrix;
}

/** Karush-Kuhn-Tucker: by how much two weights could still gain from each other, relative to the gradient. */
function gainLeft(covariance: Float64Array, weights: Float64Array, { floor, cap }: WeightBounds): number {
  const members = weights.length;
  const gradient = weights.map((_, row) =>
    weights.reduce((sum, weight, column) => sum + weight * covariance[row * members + column], 0),
  );
  const mayFall = gradient.filter((_, member) => weights[member] > floor + 1e-12);
  const mayRise = gradient.filter((_, member) => weights[member] < cap - 1e-12);
  if (mayFall.length === 0 || mayRise.length === 0) return 0;
  return (Math.max(...mayFall) - Math.min(...mayRise)) / Math.max(...gradient);
}

describe('minimiseVariance', () => {
  const bounds: WeightBounds[] = [
    { floor: 0, cap: 1, sum: 1 },
    { floor: 0, cap: 0.07, sum: 1 },
    { floor: 0.02, cap: 0.05, sum: 0.9 },
    { floor: 0, cap: 1 / 30, sum: 1 },
    { floor: 1 / 30, cap: 1, sum: 1 },
    { floor: 0, cap: 1, sum: 0 },
  ];
  describe.each(bounds)('from $floor to $cap, sum $sum', (one) => {
    it.each([0, 0.3, 0.7])('nothing can be gained and nothing is broken, market %d', (market) => {
      for (let seed = 1; seed <= 8; seed++) {
        const covariance = covarianceOf(seed, 30, market);
        const weights = minimiseVariance(covariance, 30, one)!;
        expect(gainLeft(covariance, weights, one)).toBeLessThan(1e-9);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(one.floor - 1e-15);
        expect(Math.max(...weights)).toBeLessThanOrEqual(one.cap + 1e-15);
        expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(one.sum, 12);
      }
    });
  });

  // H. Markowitz: (σ₂² − σ₁₂) / (σ₁² + σ₂² − 2 σ₁₂).
  it('is the closed form for two members', () => {
    const weights = minimiseVariance(Float64Array.of(4, 1, 1, 9), 2, { floor: 0, cap: 1, sum: 1 })!;
    expect(weights[0]).toBeCloseTo(8 / 11, 14);
  });

  it('holds the lower variance alone where the covariance is above it', () => {
    const weights = minimiseVariance(Float64Array.of(4, 5, 5, 9), 2, { floor: 0, cap: 1, sum: 1 });
    expect(weights).toEqual(Float64Array.of(1, 0));
  });

  it('is null for a singular matrix', () => {
    const centred = centreReturns(randomReturns(2, 10, 30), 30, workspace);
    const covariance = new Float64Array(900);
    writeCovariance(centred, 9, covariance);
    expect(minimiseVariance(covariance, 30, { floor: 0, cap: 1, sum: 1 })).toBeNull();
  });
});
