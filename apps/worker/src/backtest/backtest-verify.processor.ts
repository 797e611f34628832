import { Injectable } from '@nestjs/common';
import { BacktestVerifications } from '#domain/backtesting/backtest-verifications';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import type { VerificationOutcome } from '#domain/backtesting/verification';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { JobPayloads } from '#messaging/jobs';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { describeVerification } from '../verification-outcome';
import { BacktestCalculation } from './backtest-calculation';

/** Runs a completed backtest again on what is stored today, and says what is not as it was. */
@Injectable()
export class BacktestVerifyProcessor implements JobProcessor<'backtest-verify'> {
  constructor(
    private readonly verifications: BacktestVerifications,
    private readonly calculation: BacktestCalculation,
  ) {}

  async process({ backtestId, run }: JobPayloads['backtest-verify'], stop: AbortSignal): Promise<JobOutcome> {
    const backtest = await this.verifications.findPending(backtestId, run);
    if (!backtest) return 'dropped';
    try {
      const outcome = await this.compare(backtest, stop);
      return (await this.verifications.finish(backtestId, run, outcome)) ? 'completed' : 'dropped';
    } catch (error) {
      if (stop.aborted) return 'busy';
      await this.verifications.fail(backtestId, run);
      throw error;
    }
  }

  private async compare(backtest: Backtest, stop: AbortSignal): Promise<VerificationOutcome> {
    const { id } = backtest;
    return describeVerification({
      stored: await this.verifications.storedFingerprint(id),
      edited: await this.verifications.figuresNotOfRun(id),
      today: await this.runToday(backtest, stop),
    });
  }

  private async runToday(backtest: Backtest, stop: AbortSignal) {
    try {
      const result = await this.calculation.run(backtest, stop);
      const { fingerprint, metrics } = result.report;
      return { fingerprint, metrics, hasSameResults: () => this.verifications.holds(backtest.id, result) };
    } catch (error) {
      if (error instanceof BacktestRefusal) return { refusal: error.message };
      throw error;
    }
  }
}
