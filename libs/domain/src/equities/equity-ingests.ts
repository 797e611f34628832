import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { changeHeld } from '../job-runs/change-held';
import { findRecord } from '../records/records';
import { EquityIngest } from './equity-ingest.entity';

interface RequestedIngest {
  readonly symbols: readonly string[];
  /** Both inclusive, YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
}

/** Equity ingests, and how far they are. */
@Injectable()
export class EquityIngests {
  constructor(private readonly dataSource: DataSource) {}

  find(id: number): Promise<EquityIngest | null> {
    return findRecord(this.dataSource.getRepository(EquityIngest), id);
  }

  async request(
    manager: EntityManager,
    { symbols, startDate, endDate }: RequestedIngest,
  ): Promise<EquityIngest> {
    const ingest = await manager.save(
      manager.create(EquityIngest, { startDate, endDate, detail: null, lastError: null, finishedAt: null }),
    );
    await manager.query(
      'insert into equity_ingest_symbols (ingest_id, symbol) select $1, symbol from unnest($2::text[]) symbol',
      [ingest.id, symbols],
    );
    await manager.query(
      'insert into equity_symbols (symbol) select * from unnest($1::text[]) on conflict (symbol) do nothing',
      [symbols],
    );
    return ingest;
  }

  async findLatest(): Promise<EquityIngest | null> {
    const latest = await this.dataSource.manager.find(EquityIngest, { order: { id: 'DESC' }, take: 1 });
    return latest.at(0) ?? null;
  }

  hasUnfinished(): Promise<boolean> {
    return this.dataSource.manager.existsBy(EquityIngest, [{ status: 'pending' }, { status: 'running' }]);
  }

  /** In the transaction that finishes the job. */
  async storeDetail(manager: EntityManager, id: number, detail: string): Promise<void> {
    await manager.update(EquityIngest, { id }, { detail });
  }

  /** The provider limited the rate. In the transaction that postpones the job. */
  async countPause(manager: EntityManager, id: number): Promise<void> {
    await manager.query('update equity_ingests set pauses = pauses + 1 where id = $1', [id]);
  }

  endPauses(runToken: string): Promise<boolean> {
    return changeHeld(this.dataSource, runToken, 'equity_ingests', 'pauses = 0, last_error = null');
  }
}
