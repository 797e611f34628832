import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import { GapRepairs } from '#domain/gaps/gap-repairs';
import { JobOutbox } from '#messaging/job-outbox';

/** Returns repairs to the queue: the row's new state and the outbox entry commit together. */
@Injectable()
export class GapRepairRequeue {
  constructor(
    private readonly dataSource: DataSource,
    readonly rows: GapRepairs,
    private readonly outbox: JobOutbox,
  ) {}

  /** This worker leaves and did not finish the repair. */
  handBack(runToken: string): Promise<void> {
    return this.requeue((manager) => this.rows.release(manager, runToken));
  }

  /** The repair ended in an error nobody expected: it is tried again. */
  countLoss(runToken: string, reason: string): Promise<void> {
    return this.requeue((manager) => this.rows.release(manager, runToken, reason));
  }

  /** An unfinished repair whose job the queue has lost or given up. */
  requeueLost(lost: Pick<GapRepair, 'id' | 'run'>): Promise<void> {
    return this.requeue((manager) => this.rows.requeue(manager, lost));
  }

  private async requeue(change: (manager: EntityManager) => Promise<GapRepair | undefined>): Promise<void> {
    const entry = await this.dataSource.transaction(async (manager) => {
      const repair = await change(manager);
      if (!repair) return undefined;
      return this.outbox.write(manager, 'gap-repair', { repairId: repair.id, run: repair.run });
    });
    if (entry) this.outbox.dispatch(entry);
  }
}
