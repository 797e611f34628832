/** The work's outcome, or the signal's reason as soon as it aborts: what cannot be cancelled is left alone. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) work.catch(() => undefined);
  signal.throwIfAborted();
  let stopListening: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}

/** Asked anew each time: what TypeScript concluded from an earlier look is outdated after an await. */
export function hasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
