import { RESULT_VERSION } from '#domain/backtesting/stored-report';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { limitWarnings } from '#engine/market/limit-warnings';
import type { SweepResult } from '#engine/validation/assemble-sweep';
import type { WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import type { DataFingerprint } from '../runs/fingerprint';
import { fingerprintOf, type SearchTask, warningsOf } from './search-task';

/** What a walk-forward run found, as the engine gives it. */
export function toStoredWalkForward(
  { work }: SearchTask,
  data: DataFingerprint,
  result: WalkForwardResult,
): StoredWalkForward {
  const { windows, summary, benchmark, verdict, overfitting, warnings } = result;
  return {
    version: RESULT_VERSION,
    windows,
    summary,
    benchmark,
    verdict,
    overfitting,
    fingerprint: fingerprintOf(work, data),
    warnings: limitWarnings([...warningsOf(work), ...warnings]),
  };
}

/** What a sweep found, as the engine gives it. */
export function toStoredSweep({ work }: SearchTask, data: DataFingerprint, result: SweepResult): StoredSweep {
  return {
    ...result,
    version: RESULT_VERSION,
    fingerprint: fingerprintOf(work, data),
    warnings: limitWarnings([...warningsOf(work), ...result.warnings]),
  };
}
