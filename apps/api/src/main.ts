import './heap-growth';
import { serveMetrics } from '#messaging/serve-metrics';
import type { Environment } from '#platform/config/environment';
import { reportStartFailure } from '#platform/shutdown/report-start-failure';
import { listenError, portOf } from '#platform/metrics/metrics-server';
import { onTermination } from '#platform/shutdown/on-termination';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { startTracing } from '#platform/trace-export/start-tracing';
import type { Logger } from 'pino';
import { setTimeout } from 'node:timers/promises';
import { createApi } from './create-api';
import { prepareClosing } from './http/close-listener';

const DEFAULT_METRICS_PORT = 9464;

async function main(): Promise<void> {
  process.title = 'candelabra-api';
  const app = await createApi();
  const environment = app.get<Environment>(ENVIRONMENT);
  const logger = app.get<Logger>(LOGGER);
  const stopTracing = await startTracing(environment, logger);
  const metrics = await serveMetrics(app, DEFAULT_METRICS_PORT);
  const closeListener = prepareClosing(app.getHttpServer());
  const { port, host } = environment;
  await app.listen(port, host).catch((error: unknown) => {
    throw listenError(error as Error, { variable: 'PORT', port, host });
  });
  logger.info({ url: await app.getUrl(), metrics_port: portOf(metrics) }, 'API is listening');

  const { shutdownDelaySeconds } = environment;
  const leave = async () => {
    const shutdown = app.get(Shutdown);
    shutdown.announce();
    await setTimeout(shutdownDelaySeconds * 1_000);
    const closed = closeListener();
    shutdown.begin();
    await closed;
    await app.close();
    await stopTracing();
    // Last: what happens on the way out is measured, too.
    metrics.close();
  };
  onTermination(logger, leave, { delaySeconds: shutdownDelaySeconds });
}

main().catch(reportStartFailure);
