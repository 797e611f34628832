import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

/** A perpetual swap whose funding is requested. */
export interface FundingTarget {
  readonly exchange: string;
  readonly symbol: string;
}

export interface FundingClaim extends FundingTarget {
  readonly runToken: string;
  /** Failures since the last success. */
  readonly attempts: number;
}

/** A worker without a heartbeat for this long is taken for lost. */
const HEARTBEAT_EXPIRY_SECONDS = 5;

const IS_DUE = '(asked_hour is null or asked_hour < $1) and (not_before is null or not_before <= now())';
const IS_FREE = `(run_token is null or heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS}))`;
const IS_AMONG = '(exchange, symbol) in (select * from unnest($2::text[], $3::text[]))';

/**
 * The hours that were requested of each symbol. Who claims a symbol's hour gets a token that fences every later step, so that
 * an hour is dealt with once, however many workers and jobs read it; a lost worker's claim expires.
 */
@Injectable()
export class FundingIngests {
  constructor(private readonly dataSource: DataSource) {}

  /** Makes the rows of symbols that have none yet. */
  async track(targets: readonly FundingTarget[]): Promise<void> {
    await this.dataSource.query(
      `insert into funding_ingests (exchange, symbol) select * from unnest($1::text[], $2::text[])
       on conflict (exchange, symbol) do nothing`,
      columnsOf(targets),
    );
  }

  /** Takes the hour of one of the symbols; undefined when none is left to do. */
  async claim(targets: readonly FundingTarget[], hour: Date): Promise<FundingClaim | undefined> {
    const runToken = randomUUID();
    const [rows] = await this.dataSource.query<[Omit<FundingClaim, 'runToken'>[], number]>(
      `update funding_ingests set run_token = $4, heartbeat_at = now()
       where (exchange, symbol) = (
         select exchange, symbol from funding_ingests where ${IS_DUE} and ${IS_FREE} and ${IS_AMONG}
         order by exchange, symbol limit 1 for update skip locked)
       returning exchange, symbol, attempts`,
      [hour, ...columnsOf(targets), runToken],
    );
    return rows[0] && { ...rows[0], runToken };
  }

  /** Says that these claims are alive; answers the tokens that still hold. */
  async keepAlive(runTokens: readonly string[]): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ run_token: string }[], number]>(
      'update funding_ingests set heartbeat_at = now() where run_token = any($1::uuid[]) returning run_token',
      [runTokens],
    );
    return rows.map((row) => row.run_token);
  }

  /** The hour is dealt with; false when the token no longer holds. */
  async succeed(runToken: string, hour: Date): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `update funding_ingests
       set asked_hour = $2, succeeded_at = now(), attempts = 0, last_error = null, not_before = null,
         run_token = null, heartbeat_at = null
       where run_token = $1`,
      [runToken, hour],
    );
    return count === 1;
  }

  /** Nothing was answered: the hour is tried again after a pause, or, where that is null, left for the next one. */
  async fail(
    runToken: string,
    { hour, error, retrySeconds }: { hour: Date; error: string; retrySeconds: number | null },
  ): Promise<void> {
    await this.dataSource.query(
      `update funding_ingests
       set asked_hour = case when $4::float8 is null then $2 else asked_hour end, attempts = attempts + 1,
         last_error = $3, not_before = now() + make_interval(secs => $4), run_token = null, heartbeat_at = null
       where run_token = $1`,
      [runToken, hour, error, retrySeconds],
    );
  }

  /** Gives a claim back without a word: its worker stops in good order. */
  async release(runToken: string): Promise<void> {
    await this.dataSource.query(
      'update funding_ingests set run_token = null, heartbeat_at = null where run_token = $1',
      [runToken],
    );
  }

  /** When each of the symbols was last dealt with; those that never were are left out. */
  successes(targets: readonly FundingTarget[]): Promise<(FundingTarget & { succeededAt: Date })[]> {
    return this.dataSource.query(
      `select exchange, symbol, succeeded_at as "succeededAt" from funding_ingests
       where succeeded_at is not null and (exchange, symbol) in (select * from unnest($1::text[], $2::text[]))`,
      columnsOf(targets),
    );
  }

  /** Whether some of the symbols wait for their hour, and whether somebody is at some of them. */
  async due(targets: readonly FundingTarget[], hour: Date): Promise<{ free: boolean; held: boolean }> {
    const rows = await this.dataSource.query<{ free: boolean; held: boolean }[]>(
      `select coalesce(bool_or(${IS_FREE}), false) as free, coalesce(bool_or(not ${IS_FREE}), false) as held
       from funding_ingests where ${IS_DUE} and ${IS_AMONG}`,
      [hour, ...columnsOf(targets)],
    );
    return rows[0];
  }
}

function columnsOf(targets: readonly FundingTarget[]): [exchanges: string[], symbols: string[]] {
  return [targets.map(({ exchange }) => exchange), targets.map(({ symbol }) => symbol)];
}
