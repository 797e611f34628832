import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { doublesOf } from '../records/doubles';

const TABLES = {
  backtest: ['backtest_trades', 'backtest_id'],
  'walk-forward': ['walk_forward_trades', 'search_id'],
  portfolio: ['portfolio_trades', 'portfolio_id'],
} as const;

/** The returns of a run's trades, without what else is known of them. */
@Injectable()
export class TradeReturns {
  constructor(private readonly dataSource: DataSource) {}

  /** Fractions, in the order of the trades. One value of bytes: a run may have many more trades than rows are read in no time. */
  async of(kind: keyof typeof TABLES, id: number): Promise<Float64Array> {
    const [table, key] = TABLES[kind];
    const [{ returns }] = await this.dataSource.query<[{ returns: Buffer | null }]>(
      `select string_agg(float8send(return), ''::bytea order by position) as returns from ${table} where ${key} = $1`,
      [id],
    );
    if (!returns) return new Float64Array();
    // Postgres sends the highest byte first.
    return doublesOf(returns.swap64());
  }
}
