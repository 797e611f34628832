import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { NOT_FINISHED } from '../job-rows/job-row';
import { type ClaimedRow, JobRows } from '../job-rows/job-rows';
import { closeAbandoned } from './equity-ingest-symbols';
import { EquityIngest } from './equity-ingest.entity';

interface RequestedIngest {
  readonly symbols: readonly string[];
  /** Both inclusive, YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
}

interface IngestOutcome {
  readonly status: 'completed' | 'failed';
  readonly detail: string;
  readonly lastError: string | null;
}

export type ClaimedIngest = ClaimedRow<EquityIngest>;

const UNIQUE_VIOLATION = '23505';

/** Equity ingests, and how far they are. */
@Injectable()
export class EquityIngests extends JobRows<EquityIngest> {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      entity: EquityIngest,
      table: 'equity_ingests',
      jobName: 'equity-backfill',
      what: 'The ingest',
      isOneAtATime: true,
    });
  }

  async request(
    manager: EntityManager,
    { symbols, startDate, endDate }: RequestedIngest,
  ): Promise<EquityIngest> {
    const ingest = await manager.save(
      manager.create(EquityIngest, { startDate, endDate, detail: null, ...NOT_FINISHED }),
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
    return this.dataSource.manager.existsBy(EquityIngest, [{ status: 'queued' }, { status: 'running' }]);
  }

  /** Busy also while another ingest is worked on: providers count requests, and prices of before a split must not meet those after. */
  override async claim(id: number, run: number): Promise<ClaimedIngest | 'busy' | 'over'> {
    try {
      return await super.claim(id, run);
      // Two that are claimed in the same moment do not see each other.
    } catch (error) {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return 'busy';
      throw error;
    }
  }

  finish(runToken: string, { status, detail, lastError }: IngestOutcome): Promise<boolean> {
    return this.change(
      runToken,
      'status = $2, detail = $3, last_error = $4, finished_at = now(), run_token = null',
      [status, detail, lastError],
    );
  }

  override async fail(runToken: string, reason: string): Promise<boolean> {
    const hasFailed = await super.fail(runToken, reason);
    if (hasFailed) await closeAbandoned(this.dataSource.manager);
    return hasFailed;
  }

  /** The provider limited the rate: the job waits, and loses nothing. */
  async pause(manager: EntityManager, runToken: string, reason: string): Promise<EquityIngest | undefined> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `update equity_ingests
       set status = 'queued', last_error = $2, pauses = pauses + 1, run = run + 1, run_token = null, queued_at = now()
       where run_token = $1 and status = 'running' returning id`,
      [runToken, reason],
    );
    if (rows.length === 0) return undefined;
    return (await manager.findOneBy(EquityIngest, { id: rows[0].id })) ?? undefined;
  }

  endPauses(runToken: string): Promise<boolean> {
    return this.change(runToken, 'pauses = $2, last_error = null', [0]);
  }

  override async release(
    manager: EntityManager,
    runToken: string,
    lossReason?: string,
  ): Promise<EquityIngest | undefined> {
    const queued = await super.release(manager, runToken, lossReason);
    if (!queued) await closeAbandoned(manager);
    return queued;
  }

  override async requeue(
    manager: EntityManager,
    lost: Pick<EquityIngest, 'id' | 'run'>,
  ): Promise<EquityIngest | undefined> {
    const queued = await super.requeue(manager, lost);
    if (!queued) await closeAbandoned(manager);
    return queued;
  }
}
