import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import type { HeadlineFeed } from '#domain/headlines/headline-feed.entity';
import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';
import type { FeedVersion } from '#sources/headlines/headline-source';
import { SOURCE_FAILURE_KINDS, SourceFailure } from '#sources/source-failure';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import { type PolledFeeds, POLLED_FEEDS } from './polled-feeds';

const LAST_SUCCESS = 'headline_fetch_last_success_timestamp_seconds';
const FAILURES = 'headline_fetch_failures_total';

const KINDS = [...SOURCE_FAILURE_KINDS, 'unexpected'] as const;

export const HEADLINE_FETCH_METRICS = [
  declareGauge({
    name: LAST_SUCCESS,
    help: 'When a host last answered with a feed, since 1970',
    labels: { host: 'the hosts of HEADLINE_FEEDS' },
  }),
  declareCounter({
    name: FAILURES,
    help: 'Requests for headlines that failed, by reason',
    labels: { host: 'the hosts of HEADLINE_FEEDS', kind: KINDS },
  }),
];

/** Between two polls of a feed. */
const PAUSE_SECONDS = 600;

/** Ends the run of a poll: in the feed's row, in the metrics and, where it failed, in the log. */
@Injectable()
export class FeedOutcomes {
  constructor(
    private readonly feeds: HeadlineFeeds,
    @InjectMetric(LAST_SUCCESS) private readonly lastSuccess: Gauge,
    @InjectMetric(FAILURES) private readonly failures: Counter,
    @Inject(POLLED_FEEDS) polledFeeds: PolledFeeds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    for (const url of polledFeeds.keys()) {
      for (const kind of KINDS) failures.inc({ host: hostOf(url), kind }, 0);
    }
  }

  async succeeded(run: HeldRun, { url }: HeadlineFeed, version: FeedVersion): Promise<JobOutcome> {
    const outcome = await run.repeat(inSeconds(PAUSE_SECONDS), (manager) =>
      this.feeds.succeed(manager, url, version),
    );
    if (outcome === 'completed') this.lastSuccess.set({ host: hostOf(url) }, Date.now() / 1000);
    return outcome;
  }

  async failed(run: HeldRun, { url, attempts }: HeadlineFeed, error: unknown): Promise<void> {
    const kind = error instanceof SourceFailure ? error.kind : 'unexpected';
    // The host alone: the rest of an address may hold a key.
    const host = hostOf(url);
    this.failures.inc({ host, kind });
    this.logger.warn({ err: error, host, kind, attempts }, 'A feed could not be read');
    const reason = `${kind}: ${(error as Error).message}`;
    await run.repeat(inSeconds(PAUSE_SECONDS), (manager) => this.feeds.fail(manager, url, reason));
  }

  /** It was polled a short time ago. */
  rest(run: HeldRun, seconds: number): Promise<JobOutcome> {
    return run.repeat(inSeconds(seconds));
  }
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

function hostOf(url: string): string {
  return new URL(url).host;
}
