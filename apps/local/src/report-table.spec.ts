import { renderReportTable, renderWalkForwardTable } from './report-table';

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

describe('renderWalkForwardTable', () => {
  it('shows what is left of the result out of sample, and the odds that it is luck', () => {
    const table = renderWalkForwardTable({
      windows: 5,
      out_of_sample_sharpe: 0.2134,
      out_of_sample_return: 0.1,
      walk_forward_efficiency: null,
      deflated_sharpe_ratio: 0.4,
      probability_of_backtest_overfitting: 0.525,
      trials: 9,
    });
    expect(table.split('\n')).toEqual([
      '                               walk-forward',
      '  ─────────────────────────────────────────',
      '  Windows                                 5',
      '  Out-of-sample return              10.00 %',
      '  Out-of-sample Sharpe ratio          0.213',
      '  Walk-forward efficiency         undefined',
      '  Deflated Sharpe ratio             40.00 %',
      '  Probability of overfitting        52.50 %',
    ]);
  });
});
