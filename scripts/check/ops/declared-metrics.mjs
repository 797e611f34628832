// The metrics of the API and of a worker, as they are declared, whether or not a scrape has a sample of them. The build must be there.
import 'reflect-metadata';
import { register } from 'prom-client';

/** `{ API: [{ name, type, help, labels, of, buckets }…], worker: […] }`; `labels` has their names as keys. */
export async function declaredByProcess() {
  const built = (path) => import(`../../../dist/${path}.js`);
  const { declaredMetrics } = await built('libs/platform/src/metrics/declared-metrics');
  const { ApiModule } = await built('apps/api/src/api.module');
  // Both modules register the default metrics of a process.
  register.clear();
  const { WorkerModule } = await built('apps/worker/src/worker.module');
  return { API: declaredMetrics(ApiModule), worker: declaredMetrics(WorkerModule) };
}
