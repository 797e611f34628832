/** Figures that runs are listed, sorted and compared by. One that a kind of run does not have is null. */
export const RUN_MEASURES = [
  // Of every kind: of a sweep those of its best combination, of a walk-forward run those of its joined tests.
  'total_return',
  'sharpe_ratio',
  'max_drawdown',
  'trades',
  'benchmark_return',
  // Of backtests and portfolios.
  'cagr',
  'annual_volatility',
  'sortino_ratio',
  'calmar_ratio',
  'longest_drawdown_seconds',
  'exposure',
  'turnover',
  'win_rate',
  'profit_factor',
  'average_trade_return',
  'best_trade_return',
  'worst_trade_return',
  'average_trade_seconds',
  'system_quality_number',
  'kelly_fraction',
  // Of sweeps and walk-forward runs.
  't_statistic',
  'probabilistic_sharpe_ratio',
  'deflated_sharpe_ratio',
  'min_track_record_length',
  'probability_of_backtest_overfitting',
  'trials',
  // Of walk-forward runs.
  'walk_forward_efficiency',
  'consistency',
] as const;

export type RunMeasure = (typeof RUN_MEASURES)[number];

/** What a list of runs is sorted by. */
export const RUN_SORTS = ['created_at', ...RUN_MEASURES] as const;

export const SORT_ORDERS = ['desc', 'asc'] as const;

export const RUN_KINDS = ['backtest', 'sweep', 'walk-forward', 'portfolio'] as const;

export type RunKind = (typeof RUN_KINDS)[number];

/** What messages call a run of a kind. */
export const RUN_NAMES: Readonly<Record<RunKind, string>> = {
  backtest: 'backtest',
  sweep: 'sweep',
  'walk-forward': 'walk-forward run',
  portfolio: 'portfolio run',
};
