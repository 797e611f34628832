import { Module } from '@nestjs/common';
import { IdempotencyStorageModule } from '#domain/idempotency/idempotency-storage.module';
import { IdempotentWrites, KEYED_REQUESTS_COUNTER } from './idempotent-writes';
import { JobSubmissions } from './job-submissions';

@Module({
  imports: [IdempotencyStorageModule],
  providers: [KEYED_REQUESTS_COUNTER, IdempotentWrites, JobSubmissions],
  exports: [IdempotentWrites, JobSubmissions],
})
export class IdempotencyModule {}
