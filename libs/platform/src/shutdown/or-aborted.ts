/** The work's result, or the reason of the first signal that aborts, at once: work that cannot be cancelled is left alone. */
export async function orAborted<T>(work: Promise<T>, ...signals: readonly AbortSignal[]): Promise<T> {
  const stopListening: (() => void)[] = [];
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) {
      const onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      stopListening.push(() => signal.removeEventListener('abort', onAbort));
    }
  });
  // What loses the race may still be refused later.
  for (const loser of [work, aborted]) loser.catch(() => undefined);
  try {
    return await Promise.race([aborted, work]);
  } finally {
    for (const stop of stopListening) stop();
  }
}

/** Read anew each time: what TypeScript concluded from an earlier read is outdated after an await. */
export function hasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
