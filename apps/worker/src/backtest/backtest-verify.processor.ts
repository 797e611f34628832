import { Injectable } from '@nestjs/common';
import { BacktestVerifications, type StoredFingerprint } from '#domain/backtesting/backtest-verifications';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { JobPayloads } from '#messaging/jobs';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { BacktestCalculation } from './backtest-calculation';

/** What a difference in a field of the fingerprint is called. */
const INPUTS = {
  candles_sha256: 'candles',
  funding_sha256: 'funding',
  configuration_sha256: 'configuration',
  seed: 'configuration',
  engine_version: 'engine_version',
} as const;

/** Runs a completed backtest again on what is stored today, and says what is not as it was. */
@Injectable()
export class BacktestVerifyProcessor implements JobProcessor<'backtest-verify'> {
  constructor(
    private readonly verifications: BacktestVerifications,
    private readonly calculation: BacktestCalculation,
  ) {}

  async process(
    { backtestId, run }: JobPayloads['backtest-verify'],
    leaving: AbortSignal,
  ): Promise<JobOutcome> {
    const backtest = await this.verifications.findPending(backtestId, run);
    if (!backtest) return 'dropped';
    try {
      const outcome = await this.compare(backtest, leaving);
      return (await this.verifications.finish(backtestId, run, outcome)) ? 'completed' : 'dropped';
    } catch (error) {
      if (leaving.aborted) return 'busy';
      await this.verifications.fail(backtestId, run);
      throw error;
    }
  }

  private async compare(backtest: Backtest, leaving: AbortSignal): Promise<object> {
    const { id } = backtest;
    const stored = await this.verifications.storedFingerprint(id);
    try {
      const today = await this.calculation.run(backtest, leaving);
      const { fingerprint } = today.report as { fingerprint: StoredFingerprint };
      const inputs = Object.entries(INPUTS)
        .filter(([field]) => fingerprint[field] !== stored?.[field])
        .map(([, name]) => name);
      const results = (await this.verifications.holds(id, today)) ? [] : (['results'] as const);
      const changed = [...new Set([...inputs, ...results])];
      const identical = changed.length === 0;
      return { identical, changed, detail: null, fingerprint, stored_fingerprint: stored };
    } catch (error) {
      if (!(error instanceof BacktestRefusal)) throw error;
      const detail = `the run would fail now: ${error.message}`;
      return {
        identical: false,
        changed: ['results'],
        detail,
        fingerprint: null,
        stored_fingerprint: stored,
      };
    }
  }
}
