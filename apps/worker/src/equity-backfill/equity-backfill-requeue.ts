import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { JobOutbox } from '#messaging/job-outbox';
import { Heartbeats } from '../heartbeats';
import { JobRowRequeue } from '../job-row-requeue';

/** Between two looks at a provider that asked to slow down; doubled each time. */
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 900;

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

  /** The provider asked to slow down for longer than a job waits: the order goes on later, as often as it takes. */
  pause(runToken: string, reason: string): Promise<void> {
    return this.requeue(
      (manager) => this.ingests.pause(manager, runToken, reason),
      ({ pauses }) => Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (pauses - 1)),
    );
  }
}
