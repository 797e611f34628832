import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { HEARTBEAT_EXPIRY_SECONDS, MAXIMUM_LOSSES } from '../backtesting/backtest-runs';
import type { SeriesName } from '../market-data/series.repository';
import { LARGEST_ID } from '../records/records';
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

export type ClaimedRepair = GapRepair & { readonly runToken: string };

const LOSS_REASON = `The repair lost its worker ${MAXIMUM_LOSSES} times, and is not tried again`;

/**
 * The states of a repair's row: queued → running → completed | failed. Who claims it gets a token, which every later step
 * needs; one whose worker went silent can be claimed again and goes on behind what is done.
 */
@Injectable()
export class GapRepairs {
  constructor(private readonly dataSource: DataSource) {}

  async order(
    manager: EntityManager,
    { exchange, symbol, interval }: SeriesName,
    { start, end }: OrderedRange,
  ): Promise<GapRepair> {
    return manager.save(
      manager.create(GapRepair, {
        ...{ exchange, symbol, interval, startTime: start ?? null, endTime: end ?? null },
        ...{ progressedTo: null, lastError: null, finishedAt: null },
      }),
    );
  }

  async find(id: number): Promise<GapRepair | null> {
    return id > LARGEST_ID ? null : this.dataSource.manager.findOneBy(GapRepair, { id });
  }

  /** The repair, when it is this one's to do; `busy` while another worker is heard of, `over` when nothing is left to do. */
  async claim(id: number, run: number): Promise<ClaimedRepair | 'busy' | 'over'> {
    const runToken = randomUUID();
    const [, claimed] = await this.dataSource.query<[unknown, number]>(
      `update gap_repairs
       set status = 'running', run_token = $3, heartbeat_at = now(), losses = losses + (status = 'running')::integer
       where id = $1 and run = $2 and losses < ${MAXIMUM_LOSSES} and (status = 'queued'
         or (status = 'running' and heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS})))`,
      [id, run, runToken],
    );
    const repair = await this.find(id);
    if (claimed === 1 && repair?.runToken === runToken) return Object.assign(repair, { runToken });
    return repair?.run === run && repair.status === 'running' ? 'busy' : 'over';
  }

  /** Says that these repairs are worked on; answers the tokens that still hold. */
  async keepAlive(runTokens: readonly string[]): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ run_token: string }[], number]>(
      `update gap_repairs set heartbeat_at = now() where run_token = any($1::uuid[]) and status = 'running'
       returning run_token`,
      [runTokens],
    );
    return rows.map((row) => row.run_token);
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

  /** `remark` says why candles are missing still, where the repair knows. */
  complete(runToken: string, remark: string | null): Promise<boolean> {
    return this.change(
      runToken,
      `status = 'completed', last_error = $2, finished_at = now(), run_token = null`,
      [remark],
    );
  }

  fail(runToken: string, reason: string): Promise<boolean> {
    return this.change(
      runToken,
      `status = 'failed', last_error = $2, finished_at = now(), run_token = null`,
      [reason],
    );
  }

  /** Lets the repair go, so that the next run takes it up: its worker leaves, or met an error nobody expected (a loss). */
  async release(
    manager: EntityManager,
    runToken: string,
    lossReason?: string,
  ): Promise<GapRepair | undefined> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `update gap_repairs
       set status = case when losses + $2 >= ${MAXIMUM_LOSSES} then 'failed' else 'queued' end,
           finished_at = case when losses + $2 >= ${MAXIMUM_LOSSES} then now() end,
           losses = losses + $2, last_error = coalesce($3, last_error), run = run + 1, run_token = null, queued_at = now()
       where run_token = $1 and status = 'running' returning id`,
      [runToken, lossReason === undefined ? 0 : 1, lossReason ?? null],
    );
    return this.queued(manager, rows.at(0)?.id);
  }

  /** Unfinished repairs that nobody was heard of for a while and that have no outbox entry: the queue should have them. */
  findUnattended(seconds: number): Promise<Pick<GapRepair, 'id' | 'run'>[]> {
    return this.dataSource.query(
      `select id, run from gap_repairs
       where status in ('queued', 'running') and greatest(queued_at, heartbeat_at) < now() - make_interval(secs => $1)
         and not exists (select from job_outbox where job_id = 'gap-repair-' || gap_repairs.id || '-' || gap_repairs.run)
       order by id limit 100`,
      [seconds],
    );
  }

  /** Gives an unfinished repair a new run number; undefined when it is over, or was lost too often. */
  async requeue(
    manager: EntityManager,
    { id, run }: Pick<GapRepair, 'id' | 'run'>,
  ): Promise<GapRepair | undefined> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `update gap_repairs
       set status = case when losses + 1 >= ${MAXIMUM_LOSSES} then 'failed' else 'queued' end,
           finished_at = case when losses + 1 >= ${MAXIMUM_LOSSES} then now() end,
           last_error = case when losses + 1 >= ${MAXIMUM_LOSSES} then '${LOSS_REASON}' else last_error end,
           losses = losses + 1, run = run + 1, run_token = null, queued_at = now()
       where id = $1 and run = $2 and status in ('queued', 'running') returning id`,
      [id, run],
    );
    return this.queued(manager, rows.at(0)?.id);
  }

  private async queued(manager: EntityManager, id: number | undefined): Promise<GapRepair | undefined> {
    if (id === undefined) return undefined;
    return (await manager.findOneBy(GapRepair, { id, status: 'queued' })) ?? undefined;
  }

  private async change(runToken: string, change: string, values: readonly unknown[]): Promise<boolean> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      `update gap_repairs set ${change} where run_token = $1 and status = 'running'`,
      [runToken, ...values],
    );
    return changed === 1;
  }
}
