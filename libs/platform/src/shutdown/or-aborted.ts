import pTimeout from 'p-timeout';

/** The work's result, or the reason of the first signal that aborts, at once: work that cannot be cancelled is left alone. */
export function orAborted<T>(work: Promise<T>, ...signals: readonly AbortSignal[]): Promise<T> {
  // Not AbortSignal.any: a signal that lives as long as the process would remember each call.
  return signals.reduceRight((rest, signal) => pTimeout(rest, { milliseconds: Infinity, signal }), work);
}

/** Read anew each time: what TypeScript concluded from an earlier read is outdated after an await. */
export function hasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
