import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import type { Submitter } from '#domain/job-runs/job-runs';
import { findRecord } from '#domain/records/records';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import type { RequestedWait } from '../http/requested-wait';
import { type BacktestResultRead, type SubmitBacktestDto, toBacktestResult } from './backtest.dto';
import { BacktestRequests } from './backtest-requests';
import { holdOrRefuse } from './dataset-requests';
import { RunWaits } from './run-waits';

const NO_FIGURES = { sharpeRatio: null, maxDrawdown: null, totalReturn: null };

/** Takes requests for backtests. */
@Injectable()
export class BacktestSubmissions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: BacktestRequests,
    private readonly submissions: JobSubmissions,
    private readonly waits: RunWaits,
  ) {}

  submit(
    request: SubmitBacktestDto,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<BacktestResultRead> {
    return this.submissions.submitRow('backtest', { submitter, key }, async () => {
      const { run, trading } = await this.requests.check(request);
      const { datasets } = run;
      return {
        row: { ...run, ...trading, benchmark: trading.benchmark ?? null },
        ...(datasets && { before: (manager) => holdOrRefuse(manager, datasets) }),
        answer: ({ id, createdAt }) =>
          toBacktestResult({ ...run, ...NO_FIGURES, id, createdAt, status: 'pending' }),
      };
    });
  }

  /** The record after the wait; as it was submitted where it has been deleted since. */
  async waitFor(submitted: BacktestResultRead, wait: RequestedWait): Promise<BacktestResultRead> {
    await this.waits.untilOver('backtests', submitted.id, wait);
    const backtest = await findRecord(this.dataSource.getRepository(Backtest), submitted.id);
    return backtest ? toBacktestResult(backtest) : submitted;
  }
}
