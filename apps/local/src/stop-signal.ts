const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_CHECK_MILLISECONDS = 250;
/** npm and the terminal may deliver one Ctrl-C twice; only a later one means "at once". */
const IMPATIENCE_AFTER_MILLISECONDS = 1_500;

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Lets the process end. */
  dispose(): void;
}

/**
 * Aborted, with the reason in words, by Ctrl-C, SIGTERM, a closed terminal, or the end of the npm that runs us: npm dies of
 * SIGTERM without signalling the process below its shell.
 */
export function watchForStop(options: { runsUnderNpm: boolean; onImpatience: () => void }): StopSignal {
  const controller = new AbortController();
  let firstRequestAt: number | undefined;
  const request = (reason: string) => {
    if (firstRequestAt === undefined) {
      firstRequestAt = performance.now();
      controller.abort(new Error(reason));
    } else if (performance.now() - firstRequestAt > IMPATIENCE_AFTER_MILLISECONDS) {
      options.onImpatience();
    }
  };
  const listeners = SIGNALS.map((name) => ({ name, listener: () => request(name) }));
  for (const { name, listener } of listeners) process.on(name, listener);

  const parent = process.ppid;
  const parentCheck = options.runsUnderNpm
    ? setInterval(() => {
        if (process.ppid === parent) return;
        clearInterval(parentCheck);
        request('npm has exited');
      }, PARENT_CHECK_MILLISECONDS)
    : undefined;

  return {
    signal: controller.signal,
    dispose: () => {
      clearInterval(parentCheck);
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}
