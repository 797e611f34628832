/**
 * Why a source did not answer: it knows no such symbol or interval, asks to slow down, cannot be reached, or answered what
 * cannot be read.
 */
export type SourceFailureKind = 'unsupported' | 'rate limited' | 'unreachable' | 'malformed';

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
