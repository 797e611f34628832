import { limitTurnover } from './limit-turnover';

const target = Float64Array.of(0.5, 0.5, 0);
const drifted = Float64Array.of(0.2, 0.4, 0.4);

describe('limitTurnover', () => {
  it('is the target without a limit, and where the limit allows it', () => {
    expect(limitTurnover(target, drifted, null)).toBe(target);
    expect(limitTurnover(target, drifted, 0.4)).toBe(target);
  });

  it('goes towards the target as far as the limit allows', () => {
    const reached = limitTurnover(target, drifted, 0.1);
    [0.275, 0.425, 0.3].forEach((weight, member) => expect(reached[member]).toBeCloseTo(weight, 15));
    const turnover = reached.reduce((sum, weight, member) => sum + Math.abs(weight - drifted[member]) / 2, 0);
    expect(turnover).toBeCloseTo(0.1, 15);
  });

  it('stays where it is at a limit of 0', () => {
    expect(limitTurnover(target, drifted, 0)).toEqual(drifted);
  });
});
