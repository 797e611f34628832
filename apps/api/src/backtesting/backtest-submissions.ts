import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { holdDataset } from '#domain/datasets/needed-datasets';
import type { Submitter } from '#domain/job-runs/job-runs';
import { findRecord } from '#domain/records/records';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import type { RequestedWait } from '../http/requested-wait';
import { type BacktestResultRead, type SubmitBacktestDto, toBacktestResult } from './backtest.dto';
import { BacktestRequests } from './backtest-requests';
import { RunWaits } from './run-waits';
import { absentDataset, SignalRequests } from './signal-requests';

const NO_FIGURES = { sharpeRatio: null, maxDrawdown: null, totalReturn: null };

/** Takes requests for backtests. */
@Injectable()
export class BacktestSubmissions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: BacktestRequests,
    private readonly signals: SignalRequests,
    private readonly submissions: JobSubmissions,
    private readonly waits: RunWaits,
  ) {}

  submit(
    request: SubmitBacktestDto,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<BacktestResultRead> {
    return this.submissions.submit('backtest', { submitter, key }, async () => {
      const { run, trading } = await this.requests.check(request);
      const dataset = await this.signals.fix(request);
      return async (manager) => {
        if (dataset && !(await holdDataset(manager, dataset.datasetId))) throw absentDataset();
        const backtest = manager.create(Backtest, { ...run, ...trading, dataset, ...NO_FIGURES });
        await manager.insert(Backtest, backtest);
        return { subject: backtest.id, answer: toBacktestResult(backtest) };
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
