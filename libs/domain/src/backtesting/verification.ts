import type { Metrics } from '#engine/performance/compute-metrics';
import type { SweepRow } from '#engine/validation/assemble-sweep';
import type { WalkForwardSummary } from '#engine/validation/assemble-walk-forward';
import type { JobStatus } from '../job-runs/job-status';
import type { RunFingerprint } from './stored-report';

/** What may differ when a completed run is run again. */
export const VERIFICATION_CHANGES = [
  'candles',
  'funding',
  'benchmark',
  'data',
  'configuration',
  'results',
  'record',
  'engine_version',
] as const;

export type VerificationChange = (typeof VERIFICATION_CHANGES)[number];

/** What is shown of a run: a backtest's metrics, the summary of a walk-forward run, the best combination of a sweep. */
export type VerifiedFigures = Metrics | WalkForwardSummary | SweepRow;

/** What running a completed run again showed. */
export interface VerificationOutcome {
  /** Null where versions of the engine differ: nothing is compared. */
  readonly identical: boolean | null;
  readonly changed: readonly VerificationChange[];
  readonly detail: string | null;
  /** Of the run of today; null where it would fail. */
  readonly metrics: VerifiedFigures | null;
  readonly fingerprint: RunFingerprint | null;
  readonly storedFingerprint: RunFingerprint | null;
}

/** The last time somebody requested to know whether a completed run would come out the same. */
export interface Verification {
  /** Failed: it stopped at errors nobody expected. */
  readonly status: JobStatus;
  /** Null until completed. */
  readonly outcome: VerificationOutcome | null;
}
