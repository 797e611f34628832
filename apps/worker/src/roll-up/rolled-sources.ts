import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Series } from '#domain/market-data/series/series.entity';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import type { Interval } from '#engine/market/interval';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';

/** The series of ROLL_UPS. */
@Injectable()
export class RolledSources {
  private warned: ReadonlySet<string> = new Set();

  constructor(
    private readonly series: SeriesRepository,
    private readonly unconfirmed: UnconfirmedCandles,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get areChosen(): boolean {
    return this.environment.rollUps.length > 0;
  }

  /** Those of an interval that have candles, by exchange and symbol. */
  async list(interval: Interval): Promise<Series[]> {
    const { rollUps: chosen } = this.environment;
    const sources = (await this.series.findMatching({ interval })).filter(
      ({ exchange, symbol, candleCount }) =>
        candleCount > 0 &&
        (chosen === 'all' || chosen.some((name) => name.exchange === exchange && name.symbol === symbol)),
    );
    await this.warn(sources);
    return sources.sort((a, b) => compareText(a.exchange, b.exchange) || compareText(a.symbol, b.symbol));
  }

  /** A longer candle that lacks an unconfirmed one is not written; each time that more are unconfirmed, the log says so. */
  private async warn(sources: readonly Series[]): Promise<void> {
    const warnings = new Set(await this.unconfirmed.warnings(sources));
    for (const warning of warnings) if (!this.warned.has(warning)) this.logger.warn(warning);
    this.warned = warnings;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
