import { entryQuantity } from './entry-quantity';

describe('entryQuantity', () => {
  it('keeps the fee affordable (backtesting.py sizes 10,000 at 110.75 and 1 % to 89 shares)', () => {
    expect(entryQuantity(10_000, 110.75, 0.01, 1)).toBe(89);
  });

  it('spends everything when any fraction trades', () => {
    expect(entryQuantity(1_000, 100, 0, null)).toBe(10);
    expect(entryQuantity(1_001, 100, 0.001, null)).toBeCloseTo(10, 12);
  });

  it('floors to the lot without losing one to rounding', () => {
    expect(entryQuantity(0.3, 1, 0, 0.1)).toBe(0.3);
    expect(entryQuantity(0.29, 1, 0, 0.1)).toBe(0.2);
    expect(entryQuantity(123.456789, 1, 0, 0.00001)).toBe(123.45678);
    expect(entryQuantity(2_550, 1, 0, 100)).toBe(2_500);
  });

  it('is 0 for less than a lot and for no equity', () => {
    expect(entryQuantity(99, 100, 0, 1)).toBe(0);
    expect(entryQuantity(0, 100, 0, null)).toBe(0);
    expect(entryQuantity(-5, 100, 0, null)).toBe(0);
  });
});
