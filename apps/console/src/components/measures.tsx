import type { Schemas } from '../api/hooks';
import { count, money, NO_VALUE, percent, ratio } from '../format/numbers';
import { duration } from '../format/times';
import { Term } from './term';

/** Every figure of a run that has a name of its own in the API. */
export type MeasureName = keyof Schemas['RunMeasuresRead'] | keyof Schemas['MetricsRead'];
type Value = string | number | null | undefined;

interface Measure {
  readonly title: string;
  /** How it is calculated, and its unit. */
  readonly meaning: string;
  readonly format: (value: Value) => string;
}

const multiple = (value: Value) =>
  value === null || value === undefined ? NO_VALUE : `${ratio(value, 1)}\u00a0×`;
const lasting = (value: Value) => duration(typeof value === 'string' ? Number(value) : value);

const SHARE = 'A fraction, shown in percent.';

/** What each measure is called, means and is shown as. */
export const MEASURES: Readonly<Record<Exclude<MeasureName, 'sharpe_basis'>, Measure>> = {
  total_return: {
    title: 'Total return',
    meaning: 'Final equity over initial capital, minus 1.',
    format: percent,
  },
  benchmark_return: {
    title: 'Buy and hold',
    meaning: 'Total return of buying at the first bar and holding to the last one, over the same bars.',
    format: percent,
  },
  cagr: {
    title: 'CAGR',
    meaning: 'Compound annual growth rate, with years of 365.25 days. None over less than a day.',
    format: percent,
  },
  annual_volatility: {
    title: 'Annual volatility',
    meaning: 'Standard deviation of the returns, times the square root of the returns in a year.',
    format: percent,
  },
  sharpe_ratio: {
    title: 'Sharpe ratio',
    meaning:
      'Mean return over the standard deviation of the returns, annualised, with a risk-free rate of 0. No unit.',
    format: ratio,
  },
  sortino_ratio: {
    title: 'Sortino ratio',
    meaning: 'Mean return over the downside deviation (of the returns below 0), annualised. No unit.',
    format: ratio,
  },
  calmar_ratio: {
    title: 'Calmar ratio',
    meaning: 'CAGR over the largest drawdown. No unit.',
    format: ratio,
  },
  max_drawdown: {
    title: 'Largest drawdown',
    meaning: 'Largest loss from a peak of the equity, as a share of the peak. Shown as a positive number.',
    format: percent,
  },
  longest_drawdown_seconds: {
    title: 'Longest drawdown',
    meaning: 'Longest time from a peak until the equity is at it again, or to the last bar.',
    format: lasting,
  },
  longest_drawdown_bars: {
    title: 'Longest drawdown, bars',
    meaning: 'Longest time from a peak until the equity is at it again, or to the last bar, in bars.',
    format: count,
  },
  exposure: {
    title: 'Exposure',
    meaning: 'Share of the bars in which a position is held.',
    format: percent,
  },
  turnover: {
    title: 'Turnover',
    meaning: 'Value of all fills over the mean equity: 2 × is the whole equity bought and sold once.',
    format: multiple,
  },
  trades: {
    title: 'Trades',
    meaning: 'Round trips: positions that were opened and closed.',
    format: count,
  },
  win_rate: {
    title: 'Win rate',
    meaning: `Share of the trades with a net profit. ${SHARE}`,
    format: percent,
  },
  profit_factor: {
    title: 'Profit factor',
    meaning: 'Sum of the net profits over the sum of the net losses. Above 1 the trades made money. No unit.',
    format: ratio,
  },
  expectancy: {
    title: 'Expectancy',
    meaning: 'Mean net profit of a trade, in the quote currency.',
    format: (value) => money(value),
  },
  average_trade_return: {
    title: 'Average trade',
    meaning: 'Mean return of a trade: its net profit over the value of its entry.',
    format: percent,
  },
  best_trade_return: { title: 'Best trade', meaning: 'Largest return of a trade.', format: percent },
  worst_trade_return: { title: 'Worst trade', meaning: 'Smallest return of a trade.', format: percent },
  average_trade_seconds: {
    title: 'Average time in a trade',
    meaning: 'Mean time from entry to exit of a trade.',
    format: lasting,
  },
  system_quality_number: {
    title: 'System quality number',
    meaning:
      'Of Van Tharp: the square root of the number of trades, times their mean net profit over its standard deviation. No unit.',
    format: ratio,
  },
  kelly_fraction: {
    title: 'Kelly fraction',
    meaning:
      'Win rate minus loss rate over (mean win over mean loss): the share of the capital for a trade. Negative: no trade is worth it.',
    format: percent,
  },
  final_equity: {
    title: 'Final equity',
    meaning: 'Equity at the close of the last bar, in the quote currency.',
    format: (value) => money(value),
  },
  periods_per_year: {
    title: 'Returns in a year',
    meaning:
      'How many returns make a year where figures are annualised: of daily ones 365, 260 or 252, by the calendar.',
    format: count,
  },
  t_statistic: {
    title: 't statistic',
    meaning:
      'Of the mean return: its distance from 0 in standard errors. From 2 on chance alone is unlikely, for a single trial.',
    format: ratio,
  },
  probabilistic_sharpe_ratio: {
    title: 'Probabilistic Sharpe ratio',
    meaning:
      'Probability that the true Sharpe ratio is above 0, given length, skewness and kurtosis of the returns.',
    format: percent,
  },
  deflated_sharpe_ratio: {
    title: 'Deflated Sharpe ratio',
    meaning: 'Probability that the true Sharpe ratio is above the best that as many trials reach by luck.',
    format: percent,
  },
  min_track_record_length: {
    title: 'Minimum track record',
    meaning: 'Returns that are needed to be 95 % sure of a Sharpe ratio above 0.',
    format: count,
  },
  probability_of_backtest_overfitting: {
    title: 'Probability of overfitting',
    meaning:
      'How often the combination that was best on one half of the data was below the median on the other half (PBO, by CSCV).',
    format: percent,
  },
  trials: { title: 'Trials', meaning: 'Combinations of parameters that were tried.', format: count },
  walk_forward_efficiency: {
    title: 'Walk-forward efficiency',
    meaning:
      'Annual return of the tests over annual return of the trainings: how much of the fit survived. No unit.',
    format: ratio,
  },
  consistency: {
    title: 'Consistency',
    meaning: 'Share of the windows whose test has a profit.',
    format: percent,
  },
};

export type ShownMeasure = keyof typeof MEASURES;

/** The title of a measure, which explains itself. */
export function MeasureTerm({ name }: { readonly name: ShownMeasure }) {
  const { title, meaning } = MEASURES[name];
  return <Term meaning={meaning}>{title}</Term>;
}
