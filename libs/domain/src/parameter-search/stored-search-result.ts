import type { SweepResult } from '#engine/validation/assemble-sweep';
import type { WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import type { RESULT_VERSION, RunFingerprint } from '../backtesting/stored-report';

interface Stored {
  readonly version: typeof RESULT_VERSION;
  readonly fingerprint: RunFingerprint;
}

/** A walk-forward run as the engine found it, but for the equity of its tests. */
export type StoredWalkForward = Omit<WalkForwardResult, 'equity' | 'openTime'> & Stored;

/** A sweep as the engine found it. */
export type StoredSweep = SweepResult & Stored;
