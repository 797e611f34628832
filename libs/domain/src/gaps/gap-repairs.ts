import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { NOT_FINISHED } from '../job-rows/job-row';
import { type ClaimedRow, JobRows } from '../job-rows/job-rows';
import type { SeriesName } from '../market-data/series.repository';
import { GapRepair } from './gap-repair.entity';

interface OrderedRange {
  /** Both inclusive. */
  readonly start?: Date;
  readonly end?: Date;
}

/** What was done in a part of the range. */
export interface RepairProgress {
  readonly asked: number;
  readonly repaired: number;
  readonly noTrades: number;
  readonly stillMissing: number;
  readonly progressedTo: Date;
}

export type ClaimedRepair = ClaimedRow<GapRepair>;

/** Orders to repair gaps, and how far they are. */
@Injectable()
export class GapRepairs extends JobRows<GapRepair> {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      ...{ entity: GapRepair, table: 'gap_repairs', jobName: 'gap-repair', what: 'The repair' },
    });
  }

  async order(
    manager: EntityManager,
    { exchange, symbol, interval }: SeriesName,
    { start, end }: OrderedRange,
  ): Promise<GapRepair> {
    return manager.save(
      manager.create(GapRepair, {
        ...{ exchange, symbol, interval, startTime: start ?? null, endTime: end ?? null },
        ...{ ...NOT_FINISHED, progressedTo: null },
      }),
    );
  }

  /** Adds what was done; false, and nothing written, when the token no longer holds. */
  async advance(runToken: string, progress: RepairProgress): Promise<boolean> {
    const { asked, repaired, noTrades, stillMissing, progressedTo } = progress;
    return this.change(
      runToken,
      `asked = asked + $2, repaired = repaired + $3, no_trades = no_trades + $4, still_missing = still_missing + $5,
       progressed_to = $6`,
      [asked, repaired, noTrades, stillMissing, progressedTo],
    );
  }
}
