import { toWire } from '#domain/records/to-wire';
import { limitWarnings } from '#engine/market/limit-warnings';
import { formatDateTime } from '#engine/market/parse-time';
import type { SweepResult } from '#engine/validation/assemble-sweep';
import type { WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import { type DataFingerprint, describeCandles, ENGINE_VERSION, fingerprintSettings } from '../fingerprint';
import type { SearchTask } from './parameter-search.thread';

/** What a walk-forward run found, in the API's wire form. */
export function toStoredWalkForward(
  task: SearchTask,
  data: DataFingerprint,
  result: WalkForwardResult,
): object {
  const { windows, summary, benchmark, verdict, overfitting, warnings } = result;
  return {
    windows: windows.map((window) => ({
      index: window.index,
      train_start: formatDateTime(window.trainStart),
      train_end: formatDateTime(window.trainEnd),
      test_start: formatDateTime(window.testStart),
      test_end: formatDateTime(window.testEnd),
      best_parameters: window.bestParameters,
      in_sample: toWire(window.inSample),
      out_of_sample: toWire(window.outOfSample),
    })),
    // Parameters keep the names that their strategy gave them.
    summary: { ...toWire(summary), parameter_stability: mapValues(summary.parameterStability, toWire) },
    benchmark: toWire(benchmark),
    verdict: toWire(verdict),
    overfitting: overfitting && toWire(overfitting),
    fingerprint: fingerprintOf(task, data),
    warnings: limitWarnings([...task.input.warnings, ...warnings]),
  };
}

/** What a sweep found, in the API's wire form. */
export function toStoredSweep(task: SearchTask, data: DataFingerprint, result: SweepResult): object {
  const combinations = result.rows.map(({ parameters, ...figures }) => ({ parameters, ...toWire(figures) }));
  return {
    combinations,
    best: result.best === null ? null : combinations[result.best],
    trials: result.trials,
    significance: result.significance && toWire(result.significance),
    probability_of_backtest_overfitting: result.overfitting?.probability ?? null,
    overfitting: result.overfitting && toWire(result.overfitting),
    benchmark: toWire(result.benchmark),
    verdict: toWire(result.verdict),
    fingerprint: fingerprintOf(task, data),
    warnings: limitWarnings([...task.input.warnings, ...result.warnings]),
  };
}

function mapValues<Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function fingerprintOf({ strategyName, settings, input }: SearchTask, data: DataFingerprint): object {
  const { execution, intervalSeconds, calendar, tradeFrom } = input;
  return {
    candles_sha256: data.candlesSha256,
    funding_sha256: data.fundingSha256,
    configuration_sha256: fingerprintSettings({
      strategyName,
      settings,
      execution,
      intervalSeconds,
      calendar,
      tradeFrom,
    }),
    engine_version: ENGINE_VERSION,
    seed: settings.seed,
    candles: describeCandles(input),
  };
}
