import type { ShownMeasure } from '../../../components/measures';
import type { Schemas } from '../../../api/hooks';

type Metric = ShownMeasure & keyof Schemas['MetricsRead'];

/** The measures of a run in the order of their table. */
export const MEASURE_GROUPS: readonly { readonly title: string; readonly measures: readonly Metric[] }[] = [
  { title: 'Return', measures: ['total_return', 'cagr', 'final_equity'] },
  {
    title: 'Risk',
    measures: ['max_drawdown', 'longest_drawdown_seconds', 'annual_volatility', 'exposure', 'turnover'],
  },
  { title: 'Return for the risk', measures: ['sharpe_ratio', 'sortino_ratio', 'calmar_ratio'] },
  {
    title: 'Trades',
    measures: [
      'trades',
      'win_rate',
      'profit_factor',
      'expectancy',
      'average_trade_return',
      'best_trade_return',
      'worst_trade_return',
      'average_trade_seconds',
      'system_quality_number',
      'kelly_fraction',
    ],
  },
];
