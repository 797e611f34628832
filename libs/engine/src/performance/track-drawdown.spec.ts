import { listDrawdowns } from './list-drawdowns';
import { trackDrawdown } from './track-drawdown';

describe('trackDrawdown', () => {
  const equity = Float64Array.of(100, 108, 104, 112, 106, 95, 99, 113, 110, 120);
  const day = Float64Array.from(equity, (_, index) => index * 86_400_000);

  it('is what quantstats has', () => {
    // quantstats 0.0.86, pandas 3.1.1: -qs.stats.to_drawdown_series(pd.Series(equity, dates))
    const expected = [
      ...[0, 0, 0.03703703703703709, 0, 0.0535714285714286, 0.1517857142857143, 0.1160714285714286],
      ...[0, 0.026548672566371723, 0],
    ];
    expect([...trackDrawdown(equity)]).toEqual(expected.map((value): unknown => expect.closeTo(value, 12)));
  });

  it('has the troughs of the drawdowns that are listed', () => {
    // The same: qs.stats.drawdown_details, -15.178571 %, -3.703704 % and -2.654867 % with valleys at values 5, 2 and 8.
    const listed = listDrawdowns(equity, day, Infinity);
    expect(listed.map(({ depth }) => Number((100 * depth).toFixed(6)))).toEqual([
      15.178571, 3.703704, 2.654867,
    ]);
    expect(listed.map(({ troughTime }) => troughTime / 86_400_000)).toEqual([5, 2, 8]);
  });

  it('is whole where everything is lost, and 0 of nothing', () => {
    expect([...trackDrawdown(Float64Array.of(1, 0, 0))]).toEqual([0, 1, 1]);
    expect([...trackDrawdown(Float64Array.of(0, 0))]).toEqual([0, 0]);
  });
});
