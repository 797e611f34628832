import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestVerifications } from '#domain/backtesting/backtest-verifications';
import type { Verification } from '#domain/backtesting/verification';
import type { Submitter } from '#domain/job-runs/job-runs';
import { JobOutbox } from '#messaging/job-outbox';
import { ApiError } from '../http/api-error';
import { BacktestResultsService } from './backtest-results.service';
import { notCompleted, type RunVerification } from './run-verification';

/** Has a worker run a completed backtest again. */
@Injectable()
export class BacktestVerificationService implements RunVerification {
  readonly what = 'backtest';

  constructor(
    private readonly dataSource: DataSource,
    private readonly results: BacktestResultsService,
    private readonly verifications: BacktestVerifications,
    private readonly outbox: JobOutbox,
  ) {}

  async checkCompleted(id: number): Promise<void> {
    const { status } = await this.results.find(id);
    if (status !== 'completed') throw notCompleted(this.what, id, status);
    if ((await this.verifications.storedFingerprint(id)) === null) {
      const detail = `Backtest ${id} was completed by a client: there are no results of a run to compare with`;
      throw new ApiError({ status: 409, detail });
    }
  }

  async begin(id: number, submitter: Submitter): Promise<void> {
    const entries = await this.dataSource.transaction(async (manager) => {
      const isNew = await this.verifications.begin(manager, id);
      return isNew ? this.outbox.submit(manager, 'backtest-verify', id, submitter) : [];
    });
    this.outbox.dispatch(entries);
  }

  find(id: number): Promise<Verification | null> {
    return this.verifications.find(id);
  }
}
