import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { OpenStreams } from '#domain/streams/open-streams';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { CONFIGURED_SERIES } from './configured-series';

/** Streams come and go; they are polled no more often. */
const POLL_EVERY_MILLISECONDS = 2_000;
/** Whoever may open streams must not make us open any number of connections. */
const MOST_ON_DEMAND = 1_000;

/** The series to feed: those of the configuration, and on demand those that open streams show. */
@Injectable()
export class FollowedSeries {
  private onDemand: readonly SeriesName[] = [];
  private polledAt = -Infinity;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CONFIGURED_SERIES) private readonly configured: readonly SeriesName[],
    @Inject(OpenStreams) private readonly streams: Pick<OpenStreams, 'wantedSeries'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get neverAny(): boolean {
    return this.configured.length === 0 && !this.environment.candleFeedOnDemand;
  }

  async byExchange(): Promise<ReadonlyMap<string, readonly SeriesName[]>> {
    if (this.environment.candleFeedOnDemand) await this.pollStreams();
    const grouped = new Map<string, SeriesName[]>();
    for (const name of [...this.configured, ...this.onDemand]) {
      const ofExchange = grouped.get(name.exchange);
      if (ofExchange) ofExchange.push(name);
      else grouped.set(name.exchange, [name]);
    }
    return grouped;
  }

  private async pollStreams(): Promise<void> {
    if (performance.now() - this.polledAt < POLL_EVERY_MILLISECONDS) return;
    this.polledAt = performance.now();
    try {
      this.onDemand = (await this.streams.wantedSeries()).slice(0, MOST_ON_DEMAND);
    } catch (error) {
      this.logger.warn({ err: error }, 'Which series open streams show is not known; it is read again');
    }
  }
}
