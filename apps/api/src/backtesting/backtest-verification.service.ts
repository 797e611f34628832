import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestVerifications } from '#domain/backtesting/backtest-verifications';
import { JobOutbox } from '#messaging/job-outbox';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ApiError, present } from '../http/api-error';
import { BacktestResultsService } from './backtest-results.service';
import { pollUntil } from './poll-until';

const LONGEST_WAIT_SECONDS = 30;

/** Has a worker run a completed backtest again, and tells whether it came out the same. */
@Injectable()
export class BacktestVerificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly results: BacktestResultsService,
    private readonly verifications: BacktestVerifications,
    private readonly outbox: JobOutbox,
    private readonly shutdown: Shutdown,
  ) {}

  /** Undefined when the verification goes on after the wait, or after the client or this process left. */
  async verify(id: number, clientGone: AbortSignal): Promise<object | undefined> {
    await this.checkCompleted(id);
    await this.begin(id);
    const over = AbortSignal.any([clientGone, this.shutdown.signal]);
    const isDone = async () => (await this.verifications.find(id))?.status !== 'pending';
    await pollUntil(isDone, LONGEST_WAIT_SECONDS, over);
    const verification = present(await this.verifications.find(id), 'backtest', id, 'BACKTEST_NOT_FOUND');
    if (verification.status === 'failed') {
      throw new ApiError({
        status: 503,
        detail: `The verification of backtest ${id} ended in an unexpected error; try again`,
        code: 'SERVICE_UNAVAILABLE',
        headers: { 'retry-after': '5' },
      });
    }
    return verification.outcome ?? undefined;
  }

  /** The row and its way into the queue commit together; one that is under way is joined. */
  private async begin(id: number): Promise<void> {
    const entry = await this.dataSource.transaction(async (manager) => {
      const run = await this.verifications.begin(manager, id);
      if (run === undefined) return undefined;
      return this.outbox.write(manager, 'backtest-verify', { backtestId: id, run });
    });
    if (entry) this.outbox.dispatch(entry);
  }

  private async checkCompleted(id: number): Promise<void> {
    const { status } = await this.results.find(id);
    const refuse = (why: string) => new ApiError({ status: 409, detail: `Backtest ${id} ${why}` });
    if (status !== 'completed') throw refuse(`is ${status}: only a completed one can be verified`);
    if ((await this.verifications.storedFingerprint(id)) === null) {
      throw refuse('was completed by a client: there are no results of a run to compare with');
    }
  }
}
