import { availableParallelism, loadavg } from 'node:os';

/** What a promised time is on this machine now: where more programs want to run than there are processors, as many times longer. */
export function onThisMachine(limit: number): number {
  return limit * Math.max(1, loadavg()[0] / availableParallelism());
}
