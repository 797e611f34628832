import { BACKTEST_STATUSES, type BacktestStatus } from '#domain/backtesting/backtest.entity';
import type { JobRowStatus } from '#domain/job-rows/job-row';

/** The states of every job in answers, whatever its row calls them. */
export const JOB_STATES = BACKTEST_STATUSES;

export type JobState = BacktestStatus;

export function jobStateOf(status: JobRowStatus): JobState {
  return status === 'queued' ? 'pending' : status;
}
