import { listMonthlyReturns, listYearlyReturns } from './list-monthly-returns';

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

  it('gives each month and year what empyrical has', () => {
    // empyrical-reloaded 0.7.1: ep.aggregate_returns(equity.pct_change().fillna(0), 'monthly') and 'yearly'
    const dates = [
      ...['2023-10-30', '2023-11-15', '2023-11-30', '2023-12-15', '2023-12-29'],
      ...['2024-01-16', '2024-01-31', '2024-02-15', '2024-02-29', '2024-03-28'],
    ];
    const times = Float64Array.from(dates, (date) => Date.parse(date));
    const values = Float64Array.of(100, 108, 104, 112, 106, 95, 99, 113, 110, 120);
    expect(listMonthlyReturns(values, times).map((month) => month.return.toFixed(6))).toEqual([
      '0.000000',
      '0.040000',
      '0.019231',
      '-0.066038',
      '0.111111',
      '0.090909',
    ]);
    expect(listYearlyReturns(values, times)).toEqual([
      { year: 2023, return: expect.closeTo(0.06, 6) },
      { year: 2024, return: expect.closeTo(0.132075, 6) },
    ]);
  });
});
