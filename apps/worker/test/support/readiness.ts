import type { ServiceProcess } from './service-process';
import { eventually } from './within';

/** What the probe of its readiness answers; the status is 0 as long as nobody answers. */
export async function readReady({
  metricsUrl,
}: ServiceProcess): Promise<{ status: number; detail?: string }> {
  try {
    const response = await fetch(`${metricsUrl}/ready`);
    return { ...((await response.json()) as object), status: response.status };
  } catch {
    return { status: 0 };
  }
}

export const untilReady = (process: ServiceProcess) =>
  eventually(
    'it is ready',
    () => readReady(process),
    ({ status }) => status === 200,
  );

export const untilUnready = (process: ServiceProcess, reason: string) =>
  eventually(
    `it is not ready: ${reason}`,
    () => readReady(process),
    ({ status, detail }) => status === 503 && detail?.includes(reason) === true,
  );
