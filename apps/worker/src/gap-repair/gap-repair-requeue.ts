import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import { GapRepairs } from '#domain/gaps/gap-repairs';
import { JobOutbox } from '#messaging/job-outbox';

const LONGEST_DELAY_SECONDS = 60;

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

  /** The repair ended in an error nobody expected: it is tried again, later each time. */
  countLoss(runToken: string, reason: string): Promise<void> {
    return this.requeue((manager) => this.rows.release(manager, runToken, reason), { isLater: true });
  }

  /** An unfinished repair whose job the queue has lost or given up. */
  requeueLost(lost: Pick<GapRepair, 'id' | 'run'>): Promise<void> {
    return this.requeue((manager) => this.rows.requeue(manager, lost));
  }

  private async requeue(
    change: (manager: EntityManager) => Promise<GapRepair | undefined>,
    { isLater = false } = {},
  ): Promise<void> {
    const entry = await this.dataSource.transaction(async (manager) => {
      const repair = await change(manager);
      if (!repair) return undefined;
      const { id: repairId, run, losses } = repair;
      const delaySeconds = isLater ? Math.min(LONGEST_DELAY_SECONDS, losses ** 2) : 0;
      const written = await this.outbox.write(manager, 'gap-repair', { repairId, run }, { delaySeconds });
      return isLater ? undefined : written;
    });
    if (entry) this.outbox.dispatch(entry);
  }
}
