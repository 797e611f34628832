import { Injectable } from '@nestjs/common';
import type { CompletedBacktest } from '#domain/backtesting/backtest-runs';
import { BacktestVerifications, type StoredFingerprint } from '#domain/backtesting/backtest-verifications';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { JobPayloads } from '#messaging/jobs';
import { ENGINE_VERSION } from '../fingerprint';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { BacktestCalculation } from './backtest-calculation';

/** What a difference in a field of the fingerprint is called. */
const INPUTS = {
  candles_sha256: 'candles',
  funding_sha256: 'funding',
  configuration_sha256: 'configuration',
  seed: 'configuration',
} as const;

interface TodaysRun {
  readonly result: CompletedBacktest;
  readonly fingerprint: StoredFingerprint;
  readonly metrics: object;
}

/**
 * Runs a completed backtest again on what is stored today, and says what is not as it was. Versions of the engine differ by
 * design: across them nothing is compared, and what this one gives is shown.
 */
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
    const isOlder = stored?.engine_version !== ENGINE_VERSION;
    const edited = await this.verifications.figuresNotOfRun(id);
    const today = await this.runToday(backtest, leaving);
    const found = {
      metrics: 'refusal' in today ? null : today.metrics,
      fingerprint: 'refusal' in today ? null : today.fingerprint,
      stored_fingerprint: stored,
    };
    const details = [
      ...('refusal' in today ? [`the run would fail now: ${today.refusal}`] : []),
      ...(edited.length > 0
        ? [`the record was edited and is not what its run found: ${edited.join(', ')}`]
        : []),
    ];
    if (isOlder) {
      const made = `made by engine version ${String(stored?.engine_version)}; metrics are what version ${ENGINE_VERSION} gives`;
      return {
        ...{ identical: null, changed: ['engine_version'], detail: [made, ...details].join('; ') },
        ...found,
      };
    }
    const changed = [
      ...('refusal' in today ? ['results'] : await this.differences(id, today, stored)),
      ...(edited.length > 0 ? ['record'] : []),
    ];
    const detail = details.length > 0 ? details.join('; ') : null;
    return { identical: changed.length === 0, changed, detail, ...found };
  }

  private async runToday(backtest: Backtest, leaving: AbortSignal): Promise<TodaysRun | { refusal: string }> {
    try {
      const result = await this.calculation.run(backtest, leaving);
      const { fingerprint, metrics } = result.report as Pick<TodaysRun, 'fingerprint' | 'metrics'>;
      return { result, fingerprint, metrics };
    } catch (error) {
      if (error instanceof BacktestRefusal) return { refusal: error.message };
      throw error;
    }
  }

  private async differences(
    id: number,
    { result, fingerprint }: TodaysRun,
    stored: StoredFingerprint | null,
  ): Promise<string[]> {
    const inputs = Object.entries(INPUTS)
      .filter(([field]) => fingerprint[field] !== stored?.[field])
      .map(([, name]) => name);
    const results = (await this.verifications.holds(id, result)) ? [] : ['results'];
    return [...new Set([...inputs, ...results])];
  }
}
