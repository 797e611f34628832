import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { JobOutbox } from '#messaging/job-outbox';
import type { SourceFailure } from '#sources/source-failure';
import { Heartbeats } from '../heartbeats';
import { JobRowRequeue } from '../job-row-requeue';

/** Between two requests to a provider that limits its rate; doubled each time. */
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 900;
/** Where the provider says when the next request may be made. */
const LONGEST_REQUESTED_PAUSE_SECONDS = 86_400;

@Injectable()
export class EquityBackfillRequeue extends JobRowRequeue<'equity-backfill', EquityIngest> {
  constructor(
    dataSource: DataSource,
    private readonly ingests: EquityIngests,
    outbox: JobOutbox,
    heartbeats: Heartbeats,
  ) {
    super(dataSource, outbox, heartbeats, ingests, {
      name: 'equity-backfill',
      payload: ({ id: ingestId, run }) => ({ ingestId, run }),
    });
  }

  /** The provider limits its rate for longer than a job waits: the ingest goes on later, as often as it takes. */
  pause(runToken: string, { message, retryAfterMilliseconds = 0 }: SourceFailure): Promise<void> {
    const requestedSeconds = Math.min(
      LONGEST_REQUESTED_PAUSE_SECONDS,
      Math.ceil(retryAfterMilliseconds / 1000),
    );
    return this.requeue(
      (manager) => this.ingests.pause(manager, runToken, message),
      ({ pauses }) =>
        Math.max(requestedSeconds, Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (pauses - 1))),
    );
  }
}
