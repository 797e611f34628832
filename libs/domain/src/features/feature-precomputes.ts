import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { limitWarnings } from '#engine/market/limit-warnings';
import { changeHeld } from '../job-runs/change-held';
import type { SeriesName } from '../market-data/series/series-name';
import { findRecord } from '../records/records';
import { FeaturePrecompute } from './feature-precompute.entity';

export type RequestedSeries = Pick<FeaturePrecompute, 'exchange' | 'symbol' | 'interval'>;

/** A series that is to be done, with its position in the job. */
export interface FeatureTarget extends SeriesName {
  readonly seriesId: number;
}

const TARGETS = `
  from series where candle_count > 0 and id > $1 and exchange = coalesce($2, exchange) and symbol = coalesce($3, symbol)
    and interval = coalesce($4, interval)`;

/** Feature jobs, and how far they are. */
@Injectable()
export class FeaturePrecomputes {
  constructor(private readonly dataSource: DataSource) {}

  find(id: number): Promise<FeaturePrecompute | null> {
    return findRecord(this.dataSource.getRepository(FeaturePrecompute), id);
  }

  async request(manager: EntityManager, { exchange, symbol, interval }: RequestedSeries) {
    return manager.save(
      manager.create(FeaturePrecompute, {
        exchange,
        symbol,
        interval,
        progressedTo: null,
        remaining: null,
        lastError: null,
        finishedAt: null,
      }),
    );
  }

  /** The next stored series of a job after an id, ascending. */
  async targets(
    { exchange, symbol, interval }: RequestedSeries,
    afterSeriesId: number,
    limit: number,
  ): Promise<FeatureTarget[]> {
    return this.dataSource.query(
      `select id as "seriesId", exchange, symbol, interval ${TARGETS} order by id limit $5`,
      [afterSeriesId, exchange, symbol, interval, limit],
    );
  }

  async countTargets(
    { exchange, symbol, interval }: RequestedSeries,
    afterSeriesId: number,
  ): Promise<number> {
    const [{ count }] = await this.dataSource.query<[{ count: number }]>(
      `select count(*)::integer as count ${TARGETS}`,
      [afterSeriesId, exchange, symbol, interval],
    );
    return count;
  }

  /** Says how many series are to be done, and what is to be known of them. */
  begin(runToken: string, remaining: number, warnings: readonly string[]): Promise<boolean> {
    return this.change(runToken, 'remaining = $2, warnings = $3', [remaining, limitWarnings(warnings)]);
  }

  /** Adds a series that is done; false, and nothing written, when the token no longer holds. */
  advance(runToken: string, seriesId: number, isComputed: boolean): Promise<boolean> {
    return this.change(
      runToken,
      `computed = computed + $2::integer, without_candles = without_candles + 1 - $2::integer,
       remaining = greatest(0, remaining - 1), progressed_to = $3`,
      [isComputed ? 1 : 0, seriesId],
    );
  }

  private change(runToken: string, set: string, values: readonly unknown[]): Promise<boolean> {
    return changeHeld(this.dataSource, runToken, 'feature_precomputes', set, values);
  }
}
