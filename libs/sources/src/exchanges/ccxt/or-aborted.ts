/** The answer, or the reason of the first signal that aborts, at once: what cannot be cancelled is left alone. */
export async function orAborted<T>(request: () => Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  const listeners: (() => void)[] = [];
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) {
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      listeners.push(() => signal.removeEventListener('abort', onAbort));
    }
  });
  try {
    return await Promise.race([request(), aborted]);
  } finally {
    for (const stopListening of listeners) stopListening();
  }
}

/** Read anew each time: what TypeScript concluded from an earlier read is outdated after an await. */
export function hasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
