import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, isPortFree } from './free-port';
import type { LaunchSettings } from './launch-settings';

const API_METRICS_PORT = 9464;

/** The API of a killed launcher leaves by itself, but finishes its work first. */
const PREDECESSOR_PATIENCE_SECONDS = 10;

/** The API's port is part of its address, so another is never taken silently. */
export async function requireApiPort(
  { environment, host }: LaunchSettings,
  { predecessorWasKilled, signal }: { predecessorWasKilled: boolean; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + (predecessorWasKilled ? PREDECESSOR_PATIENCE_SECONDS * 1000 : 0);
  while (!(await isPortFree(environment.port, host))) {
    if (performance.now() > deadline) {
      throw new Error(
        `Port ${environment.port} is taken by another program. End that program, or choose another port: PORT=${environment.port + 1} npm start`,
      );
    }
    await delay(50, undefined, { signal });
  }
}

/** The two metrics ports: the wanted ones, or the next free ones; 0 wants none in particular. */
export async function findMetricsPorts({
  environment,
}: LaunchSettings): Promise<{ api: number; worker: number }> {
  // The metrics servers listen on every address, and so must the check.
  const isFree = (port: number) => isPortFree(port, '0.0.0.0');
  const api = await findFreePort(environment.metricsPort || API_METRICS_PORT, isFree);
  const worker = await findFreePort(api + 1, isFree);
  return { api, worker };
}
