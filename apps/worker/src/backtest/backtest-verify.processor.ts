import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestVerifications } from '#domain/backtesting/backtest-verifications';
import { Backtest } from '#domain/backtesting/backtest.entity';
import type { VerificationOutcome } from '#domain/backtesting/verification';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { runToday } from '../runs/run-today';
import { describeVerification } from '../runs/verification-outcome';
import { BacktestCalculation } from './backtest-calculation';

/** Runs a completed backtest again on what is stored today, and says what is not as it was. */
@Injectable()
export class BacktestVerifyProcessor implements JobProcessor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: BacktestVerifications,
    private readonly calculation: BacktestCalculation,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const { id } = run;
    const backtest = await this.dataSource.manager.findOneBy(Backtest, { id });
    if (!backtest) return 'dropped';
    const outcome = await this.compare(backtest, signal, run.stop);
    return run.complete((manager) => this.verifications.storeOutcome(manager, id, outcome));
  }

  private async compare(
    backtest: Backtest,
    signal: AbortSignal,
    stop: AbortSignal,
  ): Promise<VerificationOutcome> {
    const { id } = backtest;
    return describeVerification({
      stored: await this.verifications.storedFingerprint(id),
      edited: await this.verifications.figuresNotOfRun(id),
      today: await runToday(
        () => this.calculation.run(backtest, signal, stop),
        (result) => this.verifications.holds(id, result),
      ),
    });
  }
}
