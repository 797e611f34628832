import { renderReportTable } from './report-table';

describe('renderReportTable', () => {
  it('aligns numbers to the right, shows fractions as percent and says where a figure is undefined', () => {
    const table = renderReportTable([
      {
        title: 'sma_cross',
        metrics: { total_return: 1.23456, sharpe_ratio: 0.4567, max_drawdown: 0.3, trades: 104 },
      },
      {
        title: 'buy and hold',
        metrics: { total_return: -0.05, sharpe_ratio: null, max_drawdown: 0.5678, trades: 1 },
      },
    ]);
    expect(table.split('\n')).toEqual([
      '                              sma_cross   buy and hold',
      '  ────────────────────────────────────────────────────',
      '  Total return                 123.46 %        -5.00 %',
      '  Sharpe ratio (annualised)       0.457      undefined',
      '  Max drawdown                  30.00 %        56.78 %',
      '  Trades                            104              1',
    ]);
  });
});
