import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { changeHeld } from '../job-runs/change-held';
import type { SeriesName } from '../market-data/series/series-name';
import { findRecord } from '../records/records';
import { GapRepair } from './gap-repair.entity';

interface RequestedRepair {
  /** Both inclusive. */
  readonly start?: Date;
  readonly end?: Date;
  /** Requests again what is certain not to have been traded. */
  readonly recheck: boolean;
}

/** What was done in a part of the range. */
export interface RepairProgress {
  readonly requested: number;
  readonly repaired: number;
  readonly noTrades: number;
  readonly stillMissing: number;
  /** Of those still missing. */
  readonly quarantined: number;
  readonly emptyOnce: number;
  readonly progressedTo: Date;
}

/** Gap repairs, and how far they are. */
@Injectable()
export class GapRepairs {
  constructor(private readonly dataSource: DataSource) {}

  find(id: number): Promise<GapRepair | null> {
    return findRecord(this.dataSource.getRepository(GapRepair), id);
  }

  /**
   * A repair of the same that nobody has begun is joined; one that is running may be past what is missing since. Call it in a
   * transaction.
   */
  async request(
    manager: EntityManager,
    { exchange, symbol, interval }: SeriesName,
    { start, end, recheck }: RequestedRepair,
  ): Promise<GapRepair> {
    const range = { startTime: start ?? null, endTime: end ?? null };
    const same = { exchange, symbol, interval, recheck };
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      JSON.stringify(['gap-repair', same]),
    ]);
    const waiting = await manager.findOneBy(GapRepair, {
      ...same,
      startTime: range.startTime ?? IsNull(),
      endTime: range.endTime ?? IsNull(),
      status: 'pending',
      progressedTo: IsNull(),
    });
    if (waiting) return waiting;
    return manager.save(
      manager.create(GapRepair, { ...same, ...range, progressedTo: null, lastError: null, finishedAt: null }),
    );
  }

  /** Adds what was done; false, and nothing written, when the token no longer holds. */
  async advance(runToken: string, progress: RepairProgress): Promise<boolean> {
    const { requested, repaired, noTrades, stillMissing, quarantined, emptyOnce, progressedTo } = progress;
    return changeHeld(
      this.dataSource,
      runToken,
      'gap_repairs',
      `asked = asked + $2, repaired = repaired + $3, no_trades = no_trades + $4, still_missing = still_missing + $5,
       quarantined = quarantined + $6, empty_once = empty_once + $7, progressed_to = $8`,
      [requested, repaired, noTrades, stillMissing, quarantined, emptyOnce, progressedTo],
    );
  }
}
