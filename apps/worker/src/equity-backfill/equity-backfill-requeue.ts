import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { JobOutbox } from '#messaging/job-outbox';

const LONGEST_DELAY_SECONDS = 60;
/** Between two looks at a provider that asked to slow down; doubled each time. */
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 900;

/** Returns orders to the queue: the row's new state and the outbox entry commit together. */
@Injectable()
export class EquityBackfillRequeue {
  constructor(
    private readonly dataSource: DataSource,
    readonly rows: EquityIngests,
    private readonly outbox: JobOutbox,
  ) {}

  /** This worker leaves and did not finish the order. */
  handBack(runToken: string): Promise<void> {
    return this.requeue((manager) => this.rows.release(manager, runToken));
  }

  /** The order ended in an error nobody expected: it is tried again, later each time. */
  countLoss(runToken: string, reason: string): Promise<void> {
    return this.requeue(
      (manager) => this.rows.release(manager, runToken, reason),
      ({ losses }) => Math.min(LONGEST_DELAY_SECONDS, losses ** 2),
    );
  }

  /** The provider asked to slow down for longer than a job waits: the order goes on later, as often as it takes. */
  pause(runToken: string, reason: string): Promise<void> {
    return this.requeue(
      (manager) => this.rows.pause(manager, runToken, reason),
      ({ pauses }) => Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (pauses - 1)),
    );
  }

  /** An unfinished order whose job the queue has lost or given up. */
  requeueLost(lost: Pick<EquityIngest, 'id' | 'run'>): Promise<void> {
    return this.requeue((manager) => this.rows.requeue(manager, lost));
  }

  private async requeue<Row extends Pick<EquityIngest, 'id' | 'run'>>(
    change: (manager: EntityManager) => Promise<Row | undefined>,
    delayOf: (row: Row) => number = () => 0,
  ): Promise<void> {
    const entry = await this.dataSource.transaction(async (manager) => {
      const ingest = await change(manager);
      if (!ingest) return undefined;
      const { id: ingestId, run } = ingest;
      const delaySeconds = delayOf(ingest);
      const written = await this.outbox.write(
        manager,
        'equity-backfill',
        { ingestId, run },
        { delaySeconds },
      );
      return delaySeconds > 0 ? undefined : written;
    });
    if (entry) this.outbox.dispatch(entry);
  }
}
