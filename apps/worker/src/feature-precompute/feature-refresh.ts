import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { exclusively } from '#domain/postgres/exclusively';
import { FeatureSets } from '#domain/features/feature-sets';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { FEATURE_VERSION } from '#engine/features/feature-set';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { FeatureComputation } from './feature-computation';

/** Keeps computed features up to date. One query finds all that are out of date, those that waited longest first. */
@Injectable()
export class FeatureRefresh {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sets: FeatureSets,
    private readonly computation: FeatureComputation,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async refresh(stop: AbortSignal): Promise<void> {
    await exclusively(this.dataSource, 'refresh features', (ending) => this.refreshStale(ending), {
      stop,
    });
  }

  private async refreshStale(ending: AbortSignal): Promise<void> {
    const stale = (await this.sets.findStale(FEATURE_VERSION)).values();
    const work = async () => {
      for (const name of stale) {
        if (ending.aborted) return;
        await this.refreshOne(name, ending);
      }
    };
    await Promise.all(Array.from({ length: this.environment.workerConcurrency }, work));
  }

  /** One that cannot be computed does not keep the others from being computed. */
  private async refreshOne(name: SeriesName, ending: AbortSignal): Promise<void> {
    try {
      await this.computation.compute(name, ending);
    } catch (error) {
      if (!ending.aborted) this.logger.warn({ err: error, ...name }, 'Features could not be computed');
    }
  }
}
