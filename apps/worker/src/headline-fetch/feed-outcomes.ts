import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { type FeedClaim, HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { LOGGER } from '#platform/tokens';
import { SourceFailure } from '#sources/source-failure';
import type { FeedVersion } from '#sources/headlines/headline-source';

const LAST_SUCCESS = 'headline_fetch_last_success_timestamp_seconds';
const FAILURES = 'headline_fetch_failures_total';

export const HEADLINE_FETCH_METRICS = [
  makeGaugeProvider({
    name: LAST_SUCCESS,
    help: 'When a host last answered with a feed, since 1970',
    labelNames: ['host'],
  }),
  makeCounterProvider({
    name: FAILURES,
    help: 'Questions for headlines that failed, by reason',
    labelNames: ['host', 'kind'],
  }),
];

/** Writes down the outcome of a poll: in its row, in the metrics and, where it failed, in the log. */
@Injectable()
export class FeedOutcomes {
  constructor(
    private readonly feeds: HeadlineFeeds,
    @InjectMetric(LAST_SUCCESS) private readonly lastSuccess: Gauge,
    @InjectMetric(FAILURES) private readonly failures: Counter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async succeeded({ url }: FeedClaim, version: FeedVersion): Promise<void> {
    await this.feeds.succeed(url, version);
    this.lastSuccess.set({ host: hostOf(url) }, Date.now() / 1000);
  }

  async failed({ url, attempts }: FeedClaim, error: unknown): Promise<void> {
    const kind = error instanceof SourceFailure ? error.kind : 'unexpected';
    // The host alone: the rest of an address may hold a key.
    const host = hostOf(url);
    this.failures.inc({ host, kind });
    this.logger.warn({ err: error, host, kind, attempts }, 'A feed could not be read');
    await this.feeds.fail(url, `${kind}: ${(error as Error).message.replaceAll('\u0000', '')}`);
  }
}

function hostOf(url: string): string {
  return new URL(url).host;
}
