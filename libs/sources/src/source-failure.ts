/**
 * Why a source did not answer: it knows no such symbol or interval, asks to slow down, cannot be reached, or answered what
 * cannot be read.
 */
const SOURCE_FAILURE_KINDS = ['unsupported', 'rate limited', 'unreachable', 'malformed'] as const;

export type SourceFailureKind = (typeof SOURCE_FAILURE_KINDS)[number];

export class SourceFailure extends Error {
  constructor(
    readonly kind: SourceFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'SourceFailure';
  }
}
