import { Global, Module } from '@nestjs/common';
import { JobOutbox } from './job-outbox';
import { JobQueues } from './job-queues';
import { Readiness } from './readiness';

@Global()
@Module({
  providers: [JobQueues, JobOutbox, Readiness],
  exports: [JobQueues, JobOutbox, Readiness],
})
export class MessagingModule {}
