import { randomReturns } from '../../../test/random-returns';
import { centreReturns } from './centre-returns';
import { FreeFactor } from './free-factor';
import { shrinkCovariance } from './ledoit-wolf';
import { WeightWorkspace } from './weight-workspace';

describe('FreeFactor', () => {
  it('solves the system of what is free after additions and removals', () => {
    const workspace = new WeightWorkspace();
    const { matrix } = shrinkCovariance(centreReturns(randomReturns(6, 40, 9), 9, workspace), workspace);
    const factor = new FreeFactor(matrix, 9);
    for (const variable of [4, 0, 8, 2, 6, 1]) expect(factor.add(variable)).toBe(true);
    for (const variable of [8, 1, 4]) factor.remove(variable);
    factor.add(7);
    factor.add(8);
    expect(factor.free).toEqual([0, 2, 6, 7, 8]);
    const solution = Float64Array.of(1, -2, 3, 0.5, -1);
    factor.solve(solution);
    const back = factor.free.map((row) =>
      factor.free.reduce((sum, column, index) => sum + matrix[row * 9 + column] * solution[index], 0),
    );
    [1, -2, 3, 0.5, -1].forEach((value, index) => expect(back[index]).toBeCloseTo(value, 12));
  });

  it('does not add what depends on the others', () => {
    const factor = new FreeFactor(Float64Array.of(1, 2, 2, 4), 2);
    expect(factor.add(0)).toBe(true);
    expect(factor.add(1)).toBe(false);
    expect(factor.free).toEqual([0]);
  });
});
