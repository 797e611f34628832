import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FeaturePrecompute } from '#domain/features/feature-precompute.entity';
import { FeaturePrecomputes } from '#domain/features/feature-precomputes';
import { FeatureSets } from '#domain/features/feature-sets';
import type { Submitter } from '#domain/job-runs/job-runs';
import { FEATURE_VERSION } from '#engine/features/feature-set';
import { JobOutbox } from '#messaging/job-outbox';
import { present } from '../http/api-error';
import { SymbolExchange } from '../http/choose-exchange';
import type { PrecomputeFeaturesDto } from './feature-precompute.dto';
import { type FeaturesQuery, type FeaturesRead, toFeaturesRead } from './features.dto';

/** Reads the computed features, and has them computed. */
@Injectable()
export class FeaturesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly exchanges: SymbolExchange,
    private readonly sets: FeatureSets,
    private readonly precomputes: FeaturePrecomputes,
    private readonly outbox: JobOutbox,
  ) {}

  async read(query: FeaturesQuery): Promise<FeaturesRead> {
    const { symbol, interval } = query;
    const exchange = await this.exchanges.of(symbol, query.exchange);
    const set =
      exchange === null ? undefined : await this.sets.find({ exchange, symbol, interval }, FEATURE_VERSION);
    return toFeaturesRead(query, exchange, set);
  }

  /** The row and its way into the queue commit together. A symbol that nothing is stored of fails in the job. */
  async precompute(
    { symbol, interval, exchange }: PrecomputeFeaturesDto,
    submitter: Submitter,
  ): Promise<FeaturePrecompute> {
    const series = {
      exchange: symbol === undefined ? (exchange ?? null) : await this.exchanges.of(symbol, exchange),
      symbol: symbol ?? null,
      interval: interval ?? null,
    };
    const { precompute, entries } = await this.dataSource.transaction(async (manager) => {
      const precompute = await this.precomputes.request(manager, series);
      const entries = await this.outbox.submit(manager, 'feature-precompute', precompute.id, submitter);
      return { precompute, entries };
    });
    this.outbox.dispatch(entries);
    return precompute;
  }

  async findPrecompute(id: number): Promise<FeaturePrecompute> {
    return present(await this.precomputes.find(id), 'feature job', id);
  }
}
