/**
 * Why a source did not answer: it knows no such symbol or interval, limits the rate, cannot be reached, or answered what
 * cannot be read.
 */
export const SOURCE_FAILURE_KINDS = ['unsupported', 'rate limited', 'unreachable', 'malformed'] as const;

export type SourceFailureKind = (typeof SOURCE_FAILURE_KINDS)[number];

export interface SourceFailureOptions extends ErrorOptions {
  /** When the source itself says from when on it may be requested again, counted from now. */
  readonly retryAfterMilliseconds?: number;
}

export class SourceFailure extends Error {
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    readonly kind: SourceFailureKind,
    message: string,
    options?: SourceFailureOptions,
  ) {
    super(message, options);
    this.name = 'SourceFailure';
    this.retryAfterMilliseconds = options?.retryAfterMilliseconds;
  }
}
