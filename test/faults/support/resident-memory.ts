import type { ServiceProcess } from '../../../apps/worker/test/support/service-process';

const BYTES_PER_MEGABYTE = 2 ** 20;

/** What the process holds in memory, in MiB, as its metrics tell. */
export async function residentMebibytes({ metricsUrl }: ServiceProcess): Promise<number> {
  return (await readMetric(metricsUrl, 'process_resident_memory_bytes')) / BYTES_PER_MEGABYTE;
}

async function readMetric(metricsUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const line = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text);
  if (!line) throw new Error(`${metricsUrl} has no metric ${name}`);
  return Number(line[1]);
}
