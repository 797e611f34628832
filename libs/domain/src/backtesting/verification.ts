/** What a report says its figures hang on. */
export type StoredFingerprint = Readonly<Record<string, unknown>>;

/** The last time somebody asked whether a completed run would come out the same. */
export interface Verification {
  /** Failed: it ended in an error nobody expected. */
  readonly status: 'pending' | 'done' | 'failed';
  /** What was found, in the API's wire form; null until done. */
  readonly outcome: object | null;
}
