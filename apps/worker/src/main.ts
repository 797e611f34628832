import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import { Readiness } from '#messaging/readiness';
import type { Environment } from '#platform/config/environment';
import { NestPinoLogger } from '#platform/logging/logger';
import { portOf, startMetricsServer } from '#platform/metrics/metrics-server';
import { onTermination } from '#platform/shutdown/on-termination';
import { reportStartFailure } from '#platform/shutdown/report-start-failure';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { Heartbeats } from './heartbeats';
import { JobHost } from './jobs/job-host';
import { Schedule } from './schedule';
import { WorkerModule } from './worker.module';

const DEFAULT_METRICS_PORT = 9465;

async function main(): Promise<void> {
  process.title = 'candelabra-worker';
  const app = await NestFactory.createApplicationContext(WorkerModule, {
    bufferLogs: true,
    abortOnError: false,
  });
  const environment = app.get<Environment>(ENVIRONMENT);
  const logger = app.get<Logger>(LOGGER);
  app.useLogger(new NestPinoLogger(logger));
  const readiness = app.get(Readiness);
  const metrics = await startMetricsServer(
    { port: environment.metricsPort ?? DEFAULT_METRICS_PORT, host: environment.host },
    () => readiness.check(),
  );
  const shutdown = app.get(Shutdown);
  const [jobs, heartbeats, schedule] = [app.get(JobHost), app.get(Heartbeats), app.get(Schedule)];

  onTermination(logger, async () => {
    shutdown.begin();
    await schedule.stop();
    await jobs.stop();
    await heartbeats.stop();
    metrics.close();
    await app.close();
  });

  await app.get(DatabaseReadiness).untilMigrated(shutdown.signal, (problem) => logger.warn(problem));
  if (shutdown.draining) return;
  heartbeats.start();
  schedule.start();
  jobs.start();
  logger.info({ metrics_port: portOf(metrics) }, 'Worker is ready for jobs');
}

main().catch(reportStartFailure);
