import { listMonthlyReturns } from './list-monthly-returns';

describe('listMonthlyReturns', () => {
  // pandas 2: pd.Series([100, 110, 99, 99, 148.5], index).resample('ME').last().pct_change(), the first against 100
  const openTime = Float64Array.from(
    ['2023-12-30', '2023-12-31', '2024-01-01', '2024-03-31', '2024-04-01'].map((date) => Date.parse(date)),
  );
  const equity = Float64Array.from([100, 110, 99, 99, 148.5]);

  it('gives each month with bars the change since the month before it', () => {
    expect(listMonthlyReturns(equity, openTime)).toEqual([
      { year: 2023, month: 12, return: expect.closeTo(0.1, 12) },
      { year: 2024, month: 1, return: expect.closeTo(-0.1, 12) },
      { year: 2024, month: 3, return: 0 },
      { year: 2024, month: 4, return: expect.closeTo(0.5, 12) },
    ]);
  });

  it('compounds to the total return', () => {
    const growth = listMonthlyReturns(equity, openTime).reduce(
      (product, month) => product * (1 + month.return),
      1,
    );

    expect(growth).toBeCloseTo(148.5 / 100, 12);
  });
});
