import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { ParameterSearchRequeue } from './parameter-search-requeue';

/** A job is on its way from the outbox into the queue for less than this. */
const QUEUED_FOR_SECONDS = 10;

/** Finds unfinished searches whose jobs the queue lost: after a flush, or when a planner stopped before its flow was added. */
@Injectable()
export class ParameterSearchSweeper {
  constructor(
    private readonly runs: ParameterSearchRuns,
    private readonly requeue: ParameterSearchRequeue,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    for (const { id, run, status } of await this.runs.findQueued(QUEUED_FOR_SECONDS)) {
      const job = status === 'pending' ? 'parameter-search' : 'parameter-search-assemble';
      const state = await this.queues.state(job, { searchId: id, run });
      if (state !== 'unknown' && state !== 'completed' && state !== 'failed') continue;
      this.logger.warn({ search_id: id, run, status, state }, 'The queue lost a search');
      if (status === 'pending') await this.requeue.resubmit({ id, run });
      else await this.requeue.rebuild({ id, run });
    }
  }
}
