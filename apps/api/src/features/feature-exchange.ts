import { Inject, Injectable } from '@nestjs/common';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { chooseExchange } from '../http/choose-exchange';

/** Which exchange a request means. */
@Injectable()
export class FeatureExchange {
  constructor(
    private readonly series: SeriesRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The one that is named; else by the rule for requests that name none, null when no exchange has the symbol. */
  async of(symbol: string, named: string | undefined): Promise<string | null> {
    if (named !== undefined) return named;
    const exchanges = await this.series.exchangesOf(symbol);
    return chooseExchange(exchanges, this.environment.defaultExchange, symbol) ?? null;
  }
}
