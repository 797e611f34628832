import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import { dropConnections } from '#domain/postgres/database-sockets';
import { EventRelay } from '#messaging/events/event-relay';
import { Readiness } from '#messaging/readiness';
import { serveMetrics } from '#messaging/serve-metrics';
import { TradingConsumers } from '#messaging/trading/trading-consumers';
import type { Environment } from '#platform/config/environment';
import { NestPinoLogger } from '#platform/logging/logger';
import { portOf } from '#platform/metrics/metrics-server';
import { onTermination } from '#platform/shutdown/on-termination';
import { reportStartFailure } from '#platform/shutdown/report-start-failure';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { startTracing } from '#platform/trace-export/start-tracing';
import { CandleFeed } from './candle-feed/candle-feed';
import { Heartbeats } from './jobs/heartbeats';
import { JobHost } from './jobs/job-host';
import { Schedule } from './schedule';
import { WorkerModule } from './worker.module';

const DEFAULT_METRICS_PORT = 9465;

async function main(): Promise<void> {
  process.title = 'candelabra-worker';
  const app = await NestFactory.createApplicationContext(WorkerModule, {
    abortOnError: false,
    logger: NestPinoLogger.ofEnvironment(),
  });
  const logger = app.get<Logger>(LOGGER);
  const stopTracing = await startTracing(app.get<Environment>(ENVIRONMENT), logger);
  app.get(Readiness).requireQueue();
  const metrics = await serveMetrics(app, DEFAULT_METRICS_PORT);
  const shutdown = app.get(Shutdown);
  const [jobs, heartbeats, schedule] = [app.get(JobHost), app.get(Heartbeats), app.get(Schedule)];
  const [feed, relay] = [app.get(CandleFeed), app.get(EventRelay)];
  const consumers = app.get(TradingConsumers, { strict: false });

  const database = app.get(DatabaseReadiness);
  /** What does not stop by itself is cut off: its transaction is not committed, and another worker does it again. */
  const stopWork = async () => {
    const [isIdle, isPublished, isConsumed] = await Promise.all([
      schedule.stop(),
      relay.stop(),
      consumers.stop(),
      feed.stop(),
      jobs.stop(),
    ]);
    if (!isIdle || !isPublished || !isConsumed) dropConnections('the worker stops');
    await heartbeats.stop();
  };

  onTermination(logger, async () => {
    shutdown.begin();
    await stopWork();
    await app.close();
    await stopTracing();
    metrics.close();
  });

  await database.untilMigrated(shutdown.signal, (problem) => logger.warn(problem));
  if (shutdown.draining) return;
  database.whenRefused((refusal) => {
    logger.error(`${refusal}. No more jobs are taken`);
    void stopWork()
      .then(() => database.untilMigrated(shutdown.signal, (problem) => logger.debug(problem)))
      .then(() => {
        if (shutdown.draining) return;
        logger.info('The schema fits this version again; the process ends to be started anew');
        process.exit(1);
      });
  });
  heartbeats.start();
  schedule.start();
  jobs.start();
  feed.start();
  relay.start();
  consumers.start();
  logger.info({ metrics_port: portOf(metrics) }, 'Worker is ready for jobs');
}

main().catch(reportStartFailure);
