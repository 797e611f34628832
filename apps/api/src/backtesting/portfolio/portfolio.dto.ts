import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import {
  ALLOCATION_KINDS,
  type AllocationKind,
  type PortfolioRun,
} from '#domain/portfolios/portfolio-run.entity';
import { INTERVALS } from '#engine/market/interval';
import {
  CountAnswer,
  DateAnswer,
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../../http/answer-fields';
import { timeText } from '../../http/time-text';

/** A portfolio run. */
export class PortfolioRead {
  @IdAnswer('of the portfolio run', 7)
  id: number;

  @WordAnswer(ALLOCATION_KINDS, { description: 'What decides what is held', example: 'weights' })
  allocation: AllocationKind;

  @TextAnswer({
    description:
      'What weighs or chooses the members: the method of weights; momentum, rule or the name of a feature; the name of a strategy',
    example: 'inverse_volatility',
  })
  strategy_name: string;

  @TextAnswer({
    description: 'The stored universe whose members were copied; null: the request listed them',
    example: 'tech',
    nullable: true,
  })
  universe: string | null;

  @CountAnswer('series', { description: 'Members', example: 20 })
  member_count: number;

  @WordAnswer(INTERVALS, { description: 'Interval of the bars', example: '1d' })
  interval: string;

  @DateAnswer({ description: 'First UTC day, inclusive', example: '2010-01-04' })
  start_date: string;

  @DateAnswer({ description: 'Last UTC day, inclusive', example: '2019-12-31' })
  end_date: string;

  @WordAnswer(JOB_STATUSES, { description: 'State of the run', example: 'completed' })
  status: JobStatus;

  @NumberAnswer('ratio, annualised', {
    description: 'Sharpe ratio, with a risk-free rate of 0; null until completed, or when undefined',
    example: 0.84,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @FractionAnswer({
    description: 'Largest loss from a peak of the equity, as a share of the peak; null until completed',
    example: 0.31,
    nullable: true,
  })
  max_drawdown: number | null;

  @FractionAnswer({
    description: 'Final equity over initial capital, minus 1; null until completed',
    example: 1.97,
    nullable: true,
  })
  total_return: number | null;

  @TimeAnswer({ description: 'When it was submitted', example: '2024-01-02T09:30:00Z' })
  created_at: string;
}

/** What the record shows, and a list or a poll has to read. */
export const PORTFOLIO_COLUMNS = {
  id: true,
  allocation: true,
  strategyName: true,
  universeName: true,
  memberCount: true,
  interval: true,
  startDate: true,
  endDate: true,
  status: true,
  sharpeRatio: true,
  maxDrawdown: true,
  totalReturn: true,
  createdAt: true,
} as const satisfies Partial<Record<keyof PortfolioRun, true>>;

export type PortfolioRow = Pick<PortfolioRun, keyof typeof PORTFOLIO_COLUMNS>;

export function toPortfolioRead(portfolio: PortfolioRow): PortfolioRead {
  return {
    id: portfolio.id,
    allocation: portfolio.allocation,
    strategy_name: portfolio.strategyName,
    universe: portfolio.universeName,
    member_count: portfolio.memberCount,
    interval: portfolio.interval,
    start_date: portfolio.startDate,
    end_date: portfolio.endDate,
    status: portfolio.status,
    sharpe_ratio: portfolio.sharpeRatio,
    max_drawdown: portfolio.maxDrawdown,
    total_return: portfolio.totalReturn,
    created_at: timeText(portfolio.createdAt),
  };
}
