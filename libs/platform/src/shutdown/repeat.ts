import { Activity } from '../tracing/activity';

export interface Repetition {
  /** Resolves when the work under way is done; none begins after this. */
  stop(): Promise<void>;
}

/**
 * Does the work again and again, the given time after it last finished, and first after `firstPauseMilliseconds`; an error is
 * reported and does not end it. It is part of no activity, whichever began it.
 */
export function repeat(
  work: () => Promise<unknown>,
  pauseMilliseconds: number,
  onError: (error: unknown) => void,
  firstPauseMilliseconds = pauseMilliseconds,
): Repetition {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const schedule = (milliseconds: number) => {
    timer = setTimeout(() => {
      running = work()
        .then(() => undefined, onError)
        .then(() => {
          if (!stopped) schedule(pauseMilliseconds);
        });
    }, milliseconds);
  };
  Activity.outside(() => schedule(firstPauseMilliseconds));
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
