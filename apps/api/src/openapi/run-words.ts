import { ALLOCATION_KINDS } from '#domain/portfolios/portfolio-run.entity';
import { RUN_KINDS, RUN_MEASURES, RUN_SORTS } from '#domain/runs/run-measures';
import { STORED_TYPES } from '#engine/datasets/dataset-column';
import { LEG_EXIT_REASONS, PORTFOLIO_EXIT_REASONS } from '#engine/portfolio/portfolio';
import { CALENDAR_REBALANCES, WEIGHT_METHODS } from '#engine/portfolio/portfolio-settings';
import type { WordList } from './trading-words';

/** Of lists of runs, and of portfolio runs. */
export const RUN_WORDS: Readonly<Record<string, WordList>> = {
  RunKind: {
    words: RUN_KINDS,
    description:
      'backtest: one strategy over one range; sweep: a grid of parameters over one range; walk-forward: parameters chosen on one window and ' +
      'tested on the next; portfolio: many series in one account',
  },
  RunSort: {
    words: RUN_SORTS,
    description: `created_at: when it was submitted; as RunMeasuresRead describes them: ${RUN_MEASURES.join(', ')}`,
  },
  AllocationKind: {
    words: ALLOCATION_KINDS,
    description:
      'weights: all members by a method; ranking: the highest of an order, the lowest short; rules: one strategy on every series',
  },
  WeightMethod: {
    words: WEIGHT_METHODS,
    description:
      'equal: the same for all; inverse_volatility: by 1 over the standard deviation of the returns; risk_parity: each adds as much to the variance; ' +
      'hierarchical_risk_parity: by clusters of the correlations; minimum_variance: the least variance, long only, of a shrunk covariance; given: those of values',
  },
  CalendarRebalance: {
    words: CALENDAR_REBALANCES,
    description: 'daily, weekly (ISO weeks), monthly or quarterly: at the first bar of each',
  },
  PortfolioExitReason: {
    words: PORTFOLIO_EXIT_REASONS,
    description:
      'As ExitReason: signal, stop_loss, take_profit, trailing_stop, liquidation, end_of_data, bankruptcy, max_bars; rebalance: what the target weights left too much; ' +
      'delisted: the series stopped, or the member went out of the universe',
  },
  LegExitReason: {
    words: LEG_EXIT_REASONS,
    description:
      'reduce: a partial exit of the rules; of the last leg the reason of the trade, as PortfolioExitReason: signal, stop_loss, take_profit, ' +
      'trailing_stop, liquidation, end_of_data, bankruptcy, max_bars, rebalance, delisted',
  },
  DatasetColumnType: {
    words: STORED_TYPES,
    description:
      'number: a double; text: up to 256 characters; flag: true or false; time: of the column that says from when a row is known',
  },
};
