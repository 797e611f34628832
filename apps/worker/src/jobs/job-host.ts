import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { DelayedError, type Job, Worker } from 'bullmq';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { JOB_NAMES, type JobName, type JobPayload } from '#messaging/jobs';
import { queueConnections } from '#messaging/queue-connection';
import type { Environment } from '#platform/config/environment';
import { OutageLog } from '#platform/logging/outage-log';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { PROCESSORS } from '../processors';
import { Consumer } from './consumer';
import { JobMetrics } from './job-metrics';
import type { JobProcessor } from './job-processor';
import { JobRunner, ReportedFailure } from './job-runner';

/** BullMQ's own defaults take a minute to notice a killed worker. */
const LOCK_MILLISECONDS = 5_000;
const STALLED_CHECK_MILLISECONDS = 2_500;
const MAXIMUM_STALLED_COUNT = 10;
/** Another try of a job whose row somebody else holds: as soon as a lost one's hold expires. */
const BUSY_MILLISECONDS = 1_000;
/** Jobs that need longer to finish than this are handed back when the process stops. */
const FINISHING_MILLISECONDS = 4_000;
/** Handing back takes no longer; saying goodbye to a queue that is away would never end. */
const CLOSING_MILLISECONDS = 2_000;

/** Consumes the queues: one BullMQ worker per job, all measured and stopped the same way. */
@Injectable()
export class JobHost {
  private readonly consumers: Consumer[] = [];
  private readonly connection: OutageLog;
  private readonly stopping = new AbortController();

  constructor(
    private readonly modules: ModuleRef,
    private readonly runner: JobRunner,
    private readonly metrics: JobMetrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.connection = new OutageLog(logger, 'Queue connection of the consumers');
  }

  start(): void {
    for (const name of JOB_NAMES) this.consumers.push(this.consume(name));
  }

  /** Takes no more jobs; lets those under way finish for a while, then has them handed back. */
  async stop(): Promise<void> {
    const closed = Promise.all(this.consumers.map((consumer) => consumer.close()));
    await pTimeout(closed, { milliseconds: FINISHING_MILLISECONDS, message: false });
    this.stopping.abort();
    await pTimeout(closed, { milliseconds: CLOSING_MILLISECONDS, message: false });
  }

  private consume(name: JobName): Consumer {
    this.metrics.showConcurrency(name, this.environment.workerConcurrency);
    return new Consumer(() => this.createWorker(name), this.connection);
  }

  private createWorker(name: JobName): Worker {
    const processor: JobProcessor = this.modules.get(PROCESSORS[name], { strict: false });
    const process = async (job: Job<JobPayload>, token?: string) => {
      const outcome = await this.metrics.measure(name, job.timestamp, () =>
        this.runner.run(name, job.data, processor, this.stopping.signal),
      );
      if (outcome !== 'busy') return;
      await job.moveToDelayed(Date.now() + BUSY_MILLISECONDS, token);
      throw new DelayedError();
    };
    const worker = new Worker<JobPayload>(name, process, {
      connection: queueConnections(this.environment).consumer,
      autorun: false,
      concurrency: this.environment.workerConcurrency,
      lockDuration: LOCK_MILLISECONDS,
      stalledInterval: STALLED_CHECK_MILLISECONDS,
      maxStalledCount: MAXIMUM_STALLED_COUNT,
    });
    worker.on('stalled', () => this.metrics.countStalled(name));
    worker.on('failed', (job, error) => {
      if (error instanceof ReportedFailure) return;
      this.logger.error({ err: error, job: job?.id }, 'A job failed unexpectedly');
    });
    worker.on('error', (error) => this.connection.failed(error));
    worker.on('active', () => this.connection.works());
    worker.backend.on('ready', () => this.connection.works());
    return worker;
  }
}
