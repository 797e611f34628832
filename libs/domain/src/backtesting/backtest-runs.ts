import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Backtest } from './backtest.entity';
import {
  type BacktestTradeColumns,
  TRADE_COLUMNS,
  TRADE_ROWS,
  tradeParameters,
} from './backtest-trade-columns';
import type { StoredReport } from './stored-report';

/** A run whose worker has sent no heartbeat for this long is taken for lost. */
export const HEARTBEAT_EXPIRY_SECONDS = 5;

/** A run that has lost this many workers is not tried again. */
export const MAXIMUM_LOSSES = 25;

export interface CompletedBacktest {
  readonly sharpeRatio: number | null;
  readonly maxDrawdown: number | null;
  readonly totalReturn: number | null;
  readonly report: StoredReport;
  readonly trades: BacktestTradeColumns;
  /** Little-endian doubles of equal number: open times of the bars in ms, and the equity at their closes. */
  readonly openTimes: Buffer;
  readonly equity: Buffer;
}

export interface RequeuedRun {
  readonly id: number;
  readonly run: number;
  readonly status: 'pending' | 'failed';
}

type BacktestOutcome = Partial<
  Pick<Backtest, 'status' | 'sharpeRatio' | 'maxDrawdown' | 'totalReturn' | 'failureReason'>
>;

const LOSS_REASON = `The run lost its worker ${MAXIMUM_LOSSES} times, and is not tried again`;

/** What a run becomes when its worker is lost: pending under the next run number, or failed for good. */
const AFTER_A_LOSS = `
  set status = case when losses + 1 >= ${MAXIMUM_LOSSES} then 'failed' else 'pending' end,
      failure_reason = case when losses + 1 >= ${MAXIMUM_LOSSES} then coalesce($1, '${LOSS_REASON}') end,
      finished_at = case when losses + 1 >= ${MAXIMUM_LOSSES} then now() end,
      losses = losses + 1, run = run + 1, run_token = null, heartbeat_at = null, queued_at = now()`;

/**
 * The states of a backtest's row: pending → running → completed | failed, and back to pending when a worker is lost. Who
 * claims a run gets a token; every later step of the run is fenced by it, so a worker that was taken for lost, or whose run a client
 * took over or deleted, writes nothing.
 */
@Injectable()
export class BacktestRuns {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes the run, when it is still the one to do; undefined when somebody else has it or it is over. */
  async claim(id: number, run: number): Promise<(Backtest & { runToken: string }) | undefined> {
    const runToken = randomUUID();
    const claimed = await this.dataSource
      .createQueryBuilder()
      .update(Backtest)
      .set({ status: 'running', runToken, heartbeatAt: () => 'now()', startedAt: () => 'now()' })
      .where(`id = :id and run = :run and status = 'pending' and not owned_by_client`, { id, run })
      .execute();
    if (claimed.affected !== 1) return undefined;
    const backtest = await this.dataSource.manager.findOneBy(Backtest, { id, runToken });
    return backtest ? Object.assign(backtest, { runToken }) : undefined;
  }

  /** Says that these runs are alive; answers the tokens that still hold. */
  async keepAlive(runTokens: readonly string[]): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ run_token: string }[], number]>(
      `update backtests set heartbeat_at = now() where run_token = any($1::uuid[]) and status = 'running'
       returning run_token`,
      [runTokens],
    );
    return rows.map((row) => row.run_token);
  }

  /** Writes row, report and trades together; false, and nothing written, when the token no longer holds. */
  complete(runToken: string, result: CompletedBacktest): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const id = await this.finish(manager, runToken, {
        status: 'completed',
        sharpeRatio: result.sharpeRatio,
        maxDrawdown: result.maxDrawdown,
        totalReturn: result.totalReturn,
      });
      if (id === undefined) return false;
      await manager.query(
        `insert into backtest_reports (backtest_id, report) values ($1, $2)
         on conflict (backtest_id) do update set report = excluded.report`,
        [id, JSON.stringify(result.report)],
      );
      await manager.query(
        `insert into backtest_equity (backtest_id, open_times, equity) values ($1, $2, $3)
         on conflict (backtest_id) do update set open_times = excluded.open_times, equity = excluded.equity`,
        [id, result.openTimes, result.equity],
      );
      await insertTrades(manager, id, result.trades);
      return true;
    });
  }

  /** The run cannot succeed however often it is tried: the reason is for the reader of its report. */
  async fail(runToken: string, reason: string): Promise<boolean> {
    return (
      (await this.finish(this.dataSource.manager, runToken, { status: 'failed', failureReason: reason })) !==
      undefined
    );
  }

  /** Returns a run to pending without counting a loss: its worker stops in good order. */
  async handBack(manager: EntityManager, runToken: string): Promise<RequeuedRun | undefined> {
    const [rows] = await manager.query<[RequeuedRun[], number]>(
      `update backtests
       set status = 'pending', run = run + 1, run_token = null, heartbeat_at = null, queued_at = now()
       where run_token = $1 and status = 'running' returning id, run, status`,
      [runToken],
    );
    return rows[0];
  }

  /** Counts a loss against a run that failed with an error nobody expected. */
  async countLoss(
    manager: EntityManager,
    runToken: string,
    reason: string,
  ): Promise<RequeuedRun | undefined> {
    const [rows] = await manager.query<[RequeuedRun[], number]>(
      `update backtests ${AFTER_A_LOSS} where run_token = $2 and status = 'running' returning id, run, status`,
      [reason, runToken],
    );
    return rows[0];
  }

  /** Counts a loss against every run whose worker has fallen silent. */
  async countSilent(manager: EntityManager): Promise<RequeuedRun[]> {
    const [rows] = await manager.query<[RequeuedRun[], number]>(
      `update backtests ${AFTER_A_LOSS}
       where status = 'running' and not owned_by_client
         and heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS})
       returning id, run, status`,
      [null],
    );
    return rows;
  }

  /** Pending runs that were queued a while ago and have no outbox entry: the queue should have them. */
  findQueued(options: {
    afterId: number;
    limit: number;
    queuedForSeconds: number;
  }): Promise<{ id: number; run: number }[]> {
    return this.dataSource.query(
      `select id, run from backtests
       where status = 'pending' and not owned_by_client and id > $1
         and queued_at < now() - make_interval(secs => $3)
         and not exists (select from job_outbox where job_id = 'backtest-' || backtests.id || '-' || backtests.run)
       order by id limit $2`,
      [options.afterId, options.limit, options.queuedForSeconds],
    );
  }

  /** Gives a pending run a new number, for a queue that lost or gave up its job; undefined when it is not pending any more. */
  async requeue(
    manager: EntityManager,
    { id, run }: { id: number; run: number },
  ): Promise<number | undefined> {
    const [rows] = await manager.query<[{ run: number }[], number]>(
      `update backtests set run = run + 1, queued_at = now()
       where id = $1 and run = $2 and status = 'pending' and not owned_by_client returning run`,
      [id, run],
    );
    return rows[0]?.run;
  }

  private async finish(
    manager: EntityManager,
    runToken: string,
    outcome: BacktestOutcome,
  ): Promise<number | undefined> {
    const finished = await manager
      .createQueryBuilder()
      .update(Backtest)
      .set({ ...outcome, runToken: null, finishedAt: () => 'now()' })
      .where(`run_token = :runToken and status = 'running'`, { runToken })
      .returning('id')
      .execute();
    return (finished.raw as { id: number }[])[0]?.id;
  }
}

async function insertTrades(
  manager: EntityManager,
  backtestId: number,
  trades: BacktestTradeColumns,
): Promise<void> {
  await manager.query('delete from backtest_trades where backtest_id = $1', [backtestId]);
  await manager.query(
    `insert into backtest_trades (backtest_id, ${TRADE_COLUMNS}) select $1, * from (${TRADE_ROWS}) trade`,
    [backtestId, ...tradeParameters(trades)],
  );
}
