import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { HEARTBEAT_EXPIRY_SECONDS, MAXIMUM_LOSSES } from '../backtesting/backtest-runs';
import { LARGEST_ID } from '../records/records';
import { closeSymbols } from './equity-ingest-symbols';
import { EquityIngest } from './equity-ingest.entity';

export interface EquityOrder {
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

export type ClaimedIngest = EquityIngest & { readonly runToken: string };

/** Key of the advisory lock under which orders are claimed, one after the other. */
const CLAIM_LOCK = 8_003_176_374;

const LOSS_REASON = `The ingest lost its worker ${MAXIMUM_LOSSES} times, and is not tried again`;

const IS_ALIVE = `status = 'running' and heartbeat_at >= now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS})`;

/**
 * The states of an order's row: queued → running → completed | failed. Who claims it gets a token, which every later step
 * needs; one whose worker went silent can be claimed again and goes on behind what is done.
 */
@Injectable()
export class EquityIngests {
  constructor(private readonly dataSource: DataSource) {}

  async order(manager: EntityManager, { symbols, startDate, endDate }: EquityOrder): Promise<EquityIngest> {
    const ingest = await manager.save(
      manager.create(EquityIngest, {
        ...{ startDate, endDate, detail: null, lastError: null, finishedAt: null },
      }),
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

  async find(id: number): Promise<EquityIngest | null> {
    return id > LARGEST_ID ? null : this.dataSource.manager.findOneBy(EquityIngest, { id });
  }

  async findLatest(): Promise<EquityIngest | null> {
    const [latest] = await this.dataSource.manager.find(EquityIngest, { order: { id: 'DESC' }, take: 1 });
    return latest ?? null;
  }

  hasUnfinished(): Promise<boolean> {
    return this.dataSource.manager.existsBy(EquityIngest, [{ status: 'queued' }, { status: 'running' }]);
  }

  /**
   * The order, when it is this one's to do; `over` when nothing is left to do. `busy` while another worker is heard of, and
   * while another order is worked on: a provider counts its requests, and prices of before a split must not meet those after.
   */
  async claim(id: number, run: number): Promise<ClaimedIngest | 'busy' | 'over'> {
    const runToken = randomUUID();
    await this.dataSource.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      await manager.query(
        `update equity_ingests
         set status = 'running', run_token = $3, heartbeat_at = now(), losses = losses + (status = 'running')::integer
         where id = $1 and run = $2 and losses < ${MAXIMUM_LOSSES} and status in ('queued', 'running')
           and not exists (select from equity_ingests where ${IS_ALIVE})`,
        [id, run, runToken],
      );
    });
    const ingest = await this.find(id);
    if (ingest?.runToken === runToken) return Object.assign(ingest, { runToken });
    return ingest?.run === run && ['queued', 'running'].includes(ingest.status) ? 'busy' : 'over';
  }

  /** Says that these orders are worked on; answers the tokens that still hold. */
  async keepAlive(runTokens: readonly string[]): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ run_token: string }[], number]>(
      `update equity_ingests set heartbeat_at = now() where run_token = any($1::uuid[]) and status = 'running'
       returning run_token`,
      [runTokens],
    );
    return rows.map((row) => row.run_token);
  }

  /** False, and nothing written, when the token no longer holds. */
  async finish(runToken: string, { status, detail, lastError }: IngestOutcome): Promise<boolean> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      `update equity_ingests set status = $2, detail = $3, last_error = $4, finished_at = now(), run_token = null
       where run_token = $1 and status = 'running'`,
      [runToken, status, detail, lastError],
    );
    return changed === 1;
  }

  /** The provider asked to slow down: the order waits, and loses nothing. Ends a row of pauses where it did not. */
  async pause(
    manager: EntityManager,
    runToken: string,
    reason: string,
  ): Promise<Pick<EquityIngest, 'id' | 'run' | 'pauses'> | undefined> {
    const [rows] = await manager.query<[Pick<EquityIngest, 'id' | 'run' | 'pauses'>[], number]>(
      `update equity_ingests
       set status = 'queued', last_error = $2, pauses = pauses + 1, run = run + 1, run_token = null, queued_at = now()
       where run_token = $1 and status = 'running' returning id, run, pauses`,
      [runToken, reason],
    );
    return rows.at(0);
  }

  async endPauses(runToken: string): Promise<void> {
    await this.dataSource.query(
      'update equity_ingests set pauses = 0, last_error = null where run_token = $1 and pauses > 0',
      [runToken],
    );
  }

  /** Lets the order go, so that the next run takes it up: its worker leaves, or met an error nobody expected (a loss). */
  release(manager: EntityManager, runToken: string, lossReason?: string): Promise<EquityIngest | undefined> {
    const isLoss = lossReason === undefined ? 0 : 1;
    return this.queueAgain(manager, `run_token = $1 and status = 'running'`, [runToken], isLoss, lossReason);
  }

  /** Unfinished orders that nobody was heard of for a while and that have no outbox entry: the queue should have them. */
  findUnattended(seconds: number): Promise<Pick<EquityIngest, 'id' | 'run'>[]> {
    return this.dataSource.query(
      `select id, run from equity_ingests
       where status in ('queued', 'running') and greatest(queued_at, heartbeat_at) < now() - make_interval(secs => $1)
         and not exists (select from job_outbox
           where job_id = 'equity-backfill-' || equity_ingests.id || '-' || equity_ingests.run)
       order by id limit 100`,
      [seconds],
    );
  }

  /** Gives an unfinished order a new run number; undefined when it is over, or was lost too often. */
  requeue(
    manager: EntityManager,
    { id, run }: Pick<EquityIngest, 'id' | 'run'>,
  ): Promise<EquityIngest | undefined> {
    return this.queueAgain(manager, `id = $1 and run = $2 and status in ('queued', 'running')`, [id, run], 1);
  }

  private async queueAgain(
    manager: EntityManager,
    condition: string,
    values: readonly unknown[],
    losses: 0 | 1,
    reason?: string,
  ): Promise<EquityIngest | undefined> {
    const next = values.length + 1;
    const isLost = `losses + ${losses} >= ${MAXIMUM_LOSSES}`;
    const [rows] = await manager.query<[{ id: number; status: string; last_error: string }[], number]>(
      `update equity_ingests
       set status = case when ${isLost} then 'failed' else 'queued' end,
           finished_at = case when ${isLost} then now() end,
           last_error = coalesce($${next}, case when ${isLost} then '${LOSS_REASON}' end, last_error),
           losses = losses + ${losses}, run = run + 1, run_token = null, queued_at = now()
       where ${condition} returning id, status, last_error`,
      [...values, reason ?? null],
    );
    const [changed] = rows;
    if (!changed) return undefined;
    if (changed.status === 'failed') await closeSymbols(manager, changed.id, changed.last_error);
    return (await manager.findOneBy(EquityIngest, { id: changed.id, status: 'queued' })) ?? undefined;
  }
}
