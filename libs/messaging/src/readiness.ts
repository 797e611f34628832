import { Injectable } from '@nestjs/common';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import { Shutdown } from '#platform/shutdown/shutdown';
import { JobQueues } from './job-queues';

/** Whether a process can work: the same question for the API and the worker. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: DatabaseReadiness,
    private readonly queues: JobQueues,
    private readonly shutdown: Shutdown,
  ) {}

  /** Throws an error that says why this process should get no work now. */
  async check(): Promise<void> {
    if (this.shutdown.draining) throw new Error('The process is shutting down');
    await this.database.check();
    await this.queues.check();
  }
}
