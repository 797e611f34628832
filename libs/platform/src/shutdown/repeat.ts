export interface Repetition {
  /** Resolves when the work under way is done; none begins after this. */
  stop(): Promise<void>;
}

/** Does the work again and again, the given time after it last ended; an error is reported and does not end it. */
export function repeat(
  work: () => Promise<unknown>,
  pauseMilliseconds: number,
  onError: (error: unknown) => void,
): Repetition {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      running = work()
        .then(() => undefined, onError)
        .then(() => {
          if (!stopped) schedule();
        });
    }, pauseMilliseconds);
  };
  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
