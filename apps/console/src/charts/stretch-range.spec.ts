import { stretchRange } from './stretch-range';

describe('stretchRange', () => {
  const range = { minValue: 90, maxValue: 110 };

  it('takes in the prices that are near', () => {
    expect(stretchRange(range, [100, 85, 130])).toEqual({ minValue: 85, maxValue: 130 });
    expect(stretchRange(range, [])).toEqual(range);
  });

  it('leaves out a price that would leave no room for the rest', () => {
    expect(stretchRange(range, [50, 95])).toEqual(range);
  });
});
