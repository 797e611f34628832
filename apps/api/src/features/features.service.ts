import { Injectable } from '@nestjs/common';
import { FeaturePrecomputes } from '#domain/features/feature-precomputes';
import { FeatureSets } from '#domain/features/feature-sets';
import type { Submitter } from '#domain/job-runs/job-runs';
import { FEATURE_VERSION } from '#engine/features/feature-set';
import { present } from '../http/api-error';
import { SymbolExchange } from '../http/choose-exchange';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import {
  type FeaturePrecomputeRead,
  type PrecomputeFeaturesDto,
  toFeaturePrecomputeRead,
} from './feature-precompute.dto';
import { type FeaturesQuery, type FeaturesRead, toFeaturesRead } from './features.dto';

/** Reads the computed features, and has them computed. */
@Injectable()
export class FeaturesService {
  constructor(
    private readonly exchanges: SymbolExchange,
    private readonly sets: FeatureSets,
    private readonly precomputes: FeaturePrecomputes,
    private readonly submissions: JobSubmissions,
  ) {}

  async read(query: FeaturesQuery): Promise<FeaturesRead> {
    const { symbol, interval } = query;
    const exchange = await this.exchanges.of(symbol, query.exchange);
    const set =
      exchange === null ? undefined : await this.sets.find({ exchange, symbol, interval }, FEATURE_VERSION);
    return toFeaturesRead(query, exchange, set);
  }

  /** A symbol that nothing is stored of fails in the job. */
  precompute(
    { symbol, interval, exchange }: PrecomputeFeaturesDto,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<FeaturePrecomputeRead> {
    return this.submissions.submit('feature-precompute', { submitter, key }, async () => {
      const series = {
        exchange: symbol === undefined ? (exchange ?? null) : await this.exchanges.of(symbol, exchange),
        symbol: symbol ?? null,
        interval: interval ?? null,
      };
      return async (manager) => {
        const precompute = await this.precomputes.request(manager, series);
        return { subject: precompute.id, answer: toFeaturePrecomputeRead(precompute) };
      };
    });
  }

  async findPrecompute(id: number): Promise<FeaturePrecomputeRead> {
    const precompute = present(await this.precomputes.find(id), 'feature job', id);
    return toFeaturePrecomputeRead(
      precompute,
      await this.submissions.requestOfFailed('feature-precompute', precompute),
    );
  }
}
