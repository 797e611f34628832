import { RESULT_VERSION, type RunFingerprint } from '#domain/backtesting/stored-report';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { limitWarnings } from '#engine/market/limit-warnings';
import type { SweepResult } from '#engine/validation/assemble-sweep';
import type { WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import { type DataFingerprint, fingerprintRun } from '../runs/fingerprint';
import type { SearchTask } from './parameter-search.thread';

/** What a walk-forward run found, as the engine gives it. */
export function toStoredWalkForward(
  task: SearchTask,
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
    fingerprint: fingerprintOf(task, data),
    warnings: limitWarnings([...task.input.warnings, ...warnings]),
  };
}

/** What a sweep found, as the engine gives it. */
export function toStoredSweep(task: SearchTask, data: DataFingerprint, result: SweepResult): StoredSweep {
  return {
    ...result,
    version: RESULT_VERSION,
    fingerprint: fingerprintOf(task, data),
    warnings: limitWarnings([...task.input.warnings, ...result.warnings]),
  };
}

function fingerprintOf({ strategyName, settings, input }: SearchTask, data: DataFingerprint): RunFingerprint {
  const { execution, intervalSeconds, calendar, tradeFrom } = input;
  const configuration = { strategyName, settings, execution, intervalSeconds, calendar, tradeFrom };
  return fingerprintRun(data, configuration, settings.seed, input);
}
