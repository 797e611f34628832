import type { JobStage } from './job-stage';
import { sampleDay, SPX } from './sample-candles';
import { eventually } from './within';

/** What the verification of a backtest answers. */
export interface Verification {
  readonly identical: boolean | null;
  readonly changed: readonly string[];
  readonly detail: string | null;
  readonly metrics: Record<string, unknown> | null;
  readonly fingerprint: Record<string, unknown> | null;
  readonly stored_fingerprint: Record<string, unknown>;
}

/** What the verification answers of a run that gives the same again. */
export function identicalVerification(run: { id: number; metrics: unknown; fingerprint: unknown }) {
  return { ...run, identical: true, changed: [], detail: null, stored_fingerprint: run.fingerprint };
}

/** The `candles_corrected_since` of a run whose candles are as they were. */
export const NONE_CORRECTED = { count: 0, start: null, end: null, corrected_at: null, truncated: false };

/** Replaces the sample's candle of a day by one that closes at its low. */
export async function correctCandle(stage: JobStage, day: string): Promise<void> {
  const candle = sampleDay(day);
  await stage.store(SPX, [{ ...candle, close: candle.low }]);
}

/** Of a search that reads the sample's candle of 2005-06-01, once that was corrected. */
export const ONE_CORRECTED = {
  candles_corrected_since: { count: 1, start: '2005-06-01T00:00:00Z', end: '2005-06-01T00:00:00Z' },
  warnings: expect.arrayContaining([expect.stringMatching(/^candles corrected since: 1, /)]) as unknown,
};

/** Resolves when the worker is at a verification, held by a lock on what it must read. */
export async function untilVerificationHeld(stage: JobStage): Promise<void> {
  await eventually(
    'the worker waits for the lock',
    () =>
      stage.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%"series"%'`,
      ),
    (waiting) => waiting.length > 0,
  );
}

/** Resolves when a request that came later than `since` waits for the outcome of a verification that is under way. */
export async function untilVerificationJoined(stage: JobStage, since: Date): Promise<void> {
  await eventually(
    'the second one requests the outcome',
    () =>
      stage.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'candelabra-api'
           and query like '%backtest_verifications%' and query not like 'insert%' and state_change > $1`,
        [since],
      ),
    (connections) => connections.length > 0,
  );
}
