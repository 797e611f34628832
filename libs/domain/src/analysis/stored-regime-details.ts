import type { RegimeFit } from '#engine/regime/describe-fit';

/** Grows when the form of stored details changes; a migration then converts the rows. */
export const REGIME_DETAILS_VERSION = 1;

/** What a regime was computed from, and its model as the engine fitted it. */
export interface StoredRegimeDetails extends RegimeFit {
  readonly version: typeof REGIME_DETAILS_VERSION;
  /** Before the last closed candle, as requested. */
  readonly lookbackDays: number;
  /** In these days. */
  readonly bars: number;
  /** Absent where it was computed before they were kept. */
  readonly warnings?: string[];
}
