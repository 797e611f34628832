import type { INestApplicationContext } from '@nestjs/common';
import type { Server } from 'node:http';
import type { Environment } from '#platform/config/environment';
import { startMetricsServer } from '#platform/metrics/metrics-server';
import { ENVIRONMENT } from '#platform/tokens';
import { Readiness } from './readiness';

/** Opens a process's METRICS_PORT, with the readiness that API and worker share. */
export function serveMetrics(app: INestApplicationContext, defaultPort: number): Promise<Server> {
  const { metricsPort, host } = app.get<Environment>(ENVIRONMENT);
  const readiness = app.get(Readiness);
  return startMetricsServer({ port: metricsPort ?? defaultPort, host }, () => readiness.check());
}
