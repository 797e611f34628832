/** Aborted by the first Ctrl-C or SIGTERM; a second one ends the process as if there were no handler. */
export function interruptionSignal(): AbortSignal {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  return interruption.signal;
}
