import type { ServiceProcess } from './service-process';

/** The value of a sample in the exposition format, by its name with labels as it is printed; 0 when it is not there. */
export async function readMetric(process: ServiceProcess, sample: string): Promise<number> {
  const response = await fetch(`${process.metricsUrl}/metrics`);
  const line = (await response.text()).split('\n').find((text) => text.startsWith(`${sample} `));
  return line === undefined ? 0 : Number(line.slice(sample.length + 1));
}
