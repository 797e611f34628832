import type { ServiceProcess } from '../../../apps/worker/test/support/service-process';
import { readMetric } from './process-metric';

const BYTES_PER_MEGABYTE = 2 ** 20;

/** What the process holds in memory, in MiB, as its metrics report. */
export async function residentMebibytes(process: ServiceProcess): Promise<number> {
  return (await readMetric(process, 'process_resident_memory_bytes')) / BYTES_PER_MEGABYTE;
}
