import type { ServiceProcess } from '../../../apps/worker/test/support/service-process';

/** What the process itself publishes under a name. */
export async function readMetric({ metricsUrl }: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const line = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text);
  if (!line) throw new Error(`${metricsUrl} has no metric ${name}`);
  return Number(line[1]);
}

/** CPU time that the process has used since its start. */
export function cpuSeconds(process: ServiceProcess): Promise<number> {
  return readMetric(process, 'process_cpu_seconds_total');
}
