import { affordableQuantity, floorToLot, wantedQuantity } from './entry-quantity';

describe('affordableQuantity', () => {
  it('keeps the fee affordable (backtesting.py sizes 10,000 at 110.75 and 1 % to 89 shares)', () => {
    expect(floorToLot(affordableQuantity(10_000, 110.75, 0.01, 1), 1)).toBe(89);
  });

  it('spends everything when any fraction trades', () => {
    expect(affordableQuantity(1_000, 100, 0, 1)).toBe(10);
    expect(affordableQuantity(1_001, 100, 0.001, 1)).toBeCloseTo(10, 12);
  });

  it.each([1, 2, 10, 125])('leaves nothing beyond margin and fee at leverage %i', (leverage) => {
    const value = affordableQuantity(10_000, 250, 0.0005, leverage) * 250;
    expect(value / leverage + value * 0.0005).toBeCloseTo(10_000, 8);
  });

  it('is 0 for no equity', () => {
    expect(affordableQuantity(0, 100, 0, 1)).toBe(0);
    expect(affordableQuantity(-5, 100, 0, 1)).toBe(0);
  });
});

describe('floorToLot', () => {
  it('floors to the lot without losing one to rounding', () => {
    expect(floorToLot(0.3, 0.1)).toBe(0.3);
    expect(floorToLot(0.29, 0.1)).toBe(0.2);
    expect(floorToLot(123.456789, 0.00001)).toBe(123.45678);
    expect(floorToLot(2_550, 100)).toBe(2_500);
  });

  it('is 0 for less than one lot', () => {
    expect(floorToLot(0.99, 1)).toBe(0);
  });
});

describe('wantedQuantity', () => {
  const facts = {
    equity: 10_000,
    fillPrice: 100,
    feeRate: 0,
    leverage: 1,
    stopDistance: 5,
    annualVolatility: 0.4,
  };

  it.each([
    // The definitions of the position-sizing literature, worked by hand.
    ['percent_equity', 0.25, {}, 25],
    ['percent_equity', 0.25, { leverage: 4 }, 100],
    ['fixed_cash', 1_500, {}, 15],
    ['fixed_cash', 1_500, { feeRate: 0.25 }, 12],
    ['fixed_quantity', 7, {}, 7],
    // Van Tharp's percent risk: 1 % of 10,000 at risk, 5 lost a unit.
    ['risk_percent', 0.01, {}, 20],
    // Half the volatility is wanted: half the equity is held.
    ['volatility_target', 0.2, {}, 50],
    ['volatility_target', 0.8, {}, 100],
    ['volatility_target', 0.8, { leverage: 3 }, 200],
    ['volatility_target', 4, { leverage: 3 }, 300],
    ['volatility_target', 0.2, { annualVolatility: 0, leverage: 3 }, 300],
  ] as const)('%s %d with %p is %d', (mode, value, given, quantity) => {
    expect(wantedQuantity({ mode, value }, { ...facts, ...given })).toBeCloseTo(quantity, 10);
  });
});
