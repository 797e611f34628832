import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { JobOutbox } from './job-outbox';
import { JobQueues } from './job-queues';
import { JOB_NAMES, type JobName } from './jobs';
import { queueConnections } from './queue-connection';
import { Readiness } from './readiness';

const queues = BullModule.registerQueue(...JOB_NAMES.map((name) => ({ name })));

@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => ({ connection: queueConnections(environment).producer }),
    }),
    queues,
  ],
  providers: [
    {
      provide: JobQueues,
      inject: JOB_NAMES.map((name) => getQueueToken(name)),
      useFactory: (...all: Queue[]) =>
        new JobQueues(Object.fromEntries(all.map((queue) => [queue.name, queue])) as Record<JobName, Queue>),
    },
    JobOutbox,
    Readiness,
  ],
  exports: [JobQueues, JobOutbox, Readiness],
})
export class MessagingModule {}
