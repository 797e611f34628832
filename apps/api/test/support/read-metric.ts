import type { RunningApi } from './running-api';

/** What the pattern's first group finds on the API's page of metrics; NaN where it finds nothing. */
export async function readMetric(api: Pick<RunningApi, 'get'>, pattern: RegExp): Promise<number> {
  return Number(pattern.exec((await api.get('/metrics')).text)?.[1]);
}
