import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { storableText } from '../postgres/storable-text';
import { FundingIngest } from './funding-ingest.entity';

/** A perpetual swap whose funding is requested. */
export interface FundingTarget {
  readonly exchange: string;
  readonly symbol: string;
}

/** The subject of its job, as FUNDING_SYMBOLS has it: the name of an exchange has no colon. */
export function fundingSubjectOf({ exchange, symbol }: FundingTarget): string {
  return `${exchange}:${symbol}`;
}

export function fundingTargetOf(subject: string): FundingTarget {
  const end = subject.indexOf(':');
  return { exchange: subject.slice(0, end), symbol: subject.slice(end + 1) };
}

/** The hours that were requested of each symbol. */
@Injectable()
export class FundingIngests {
  constructor(private readonly dataSource: DataSource) {}

  /** Makes the rows of symbols that have none yet. */
  async track(manager: EntityManager, targets: readonly FundingTarget[]): Promise<void> {
    await manager.query(
      `insert into funding_ingests (exchange, symbol) select * from unnest($1::text[], $2::text[])
       on conflict (exchange, symbol) do nothing`,
      columnsOf(targets),
    );
  }

  find({ exchange, symbol }: FundingTarget): Promise<FundingIngest | null> {
    return this.dataSource.manager.findOneBy(FundingIngest, { exchange, symbol });
  }

  /** The hour is dealt with. */
  async succeed(manager: EntityManager, { exchange, symbol }: FundingTarget, hour: Date): Promise<void> {
    await manager.query(
      `update funding_ingests set asked_hour = $3, succeeded_at = now(), attempts = 0, last_error = null
       where exchange = $1 and symbol = $2`,
      [exchange, symbol, hour],
    );
  }

  /** Nothing was answered; the hour counts as dealt with where one is given. */
  async fail(
    manager: EntityManager,
    { exchange, symbol }: FundingTarget,
    { error, hour }: { readonly error: string; readonly hour: Date | null },
  ): Promise<void> {
    await manager.query(
      `update funding_ingests set attempts = attempts + 1, last_error = $3, asked_hour = coalesce($4, asked_hour)
       where exchange = $1 and symbol = $2`,
      [exchange, symbol, storableText(error), hour],
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
}

function columnsOf(targets: readonly FundingTarget[]): [exchanges: string[], symbols: string[]] {
  return [targets.map(({ exchange }) => exchange), targets.map(({ symbol }) => symbol)];
}
