import { Inject, Injectable } from '@nestjs/common';
import { type FundingClaim, FundingIngests, type FundingTarget } from '#domain/funding/funding-ingests';
import { FundingRates } from '#domain/funding/funding-rates';
import type { JobPayloads } from '#messaging/jobs';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { ExchangeSource } from '#sources/exchanges/exchange-source';
import { fundingPages } from '#sources/exchanges/funding-pages';
import { openExchange } from '#sources/exchanges/open-exchange';
import { SourceFailure } from '#sources/source-failure';
import { Heartbeats } from '../heartbeats';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { FundingOutcomes } from './funding-outcomes';
import { hourToRequest } from './hour-to-request';
import { OVERLAP_PAYMENTS, overlapStart } from './overlap';

/** How far the first question for a symbol goes back; what is older the command line fetches. */
const FIRST_SPAN_MILLISECONDS = 3 * 86_400_000;

/**
 * Requests the settled funding of every symbol whose hour is not dealt with, from before its last stored payments on: hours
 * that were missed come along, and so do payments that the exchange published late or corrected. Which hours are done the
 * rows know; a job that runs twice, or beside another, finds nothing left.
 */
@Injectable()
export class FundingIngestProcessor implements JobProcessor<'funding-ingest'> {
  constructor(
    private readonly ingests: FundingIngests,
    private readonly rates: FundingRates,
    private readonly outcomes: FundingOutcomes,
    private readonly heartbeats: Heartbeats,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async process(_payload: JobPayloads['funding-ingest'], stop: AbortSignal): Promise<JobOutcome> {
    const targets = this.environment.fundingSymbols;
    const hour = hourToRequest(Date.now());
    const exchanges = [...new Set(targets.map(({ exchange }) => exchange))];
    // Exchanges do not wait for each other; one symbol after the other is requested of each.
    const ends = await Promise.allSettled(
      exchanges.map((exchange) =>
        this.ingestExchange(
          targets.filter((target) => target.exchange === exchange),
          hour,
          stop,
        ),
      ),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    if (stop.aborted) return 'busy';
    // Somebody else is at what is left: if it is lost, this job takes over.
    return (await this.ingests.due(targets, hour)).held ? 'busy' : 'completed';
  }

  /** What nobody expected is recorded like any failure, and thrown after the other symbols. */
  private async ingestExchange(
    targets: readonly FundingTarget[],
    hour: Date,
    stop: AbortSignal,
  ): Promise<void> {
    const opened = new OpenedOnce(targets[0].exchange, this.environment.exchangeEndpoints);
    const unexpected: unknown[] = [];
    try {
      while (!stop.aborted) {
        const claim = await this.ingests.claim(targets, hour);
        if (!claim) break;
        const error = await this.ingest(claim, opened, hour, stop);
        if (error !== undefined && !(error instanceof SourceFailure)) unexpected.push(error);
      }
    } finally {
      await opened.close();
    }
    if (unexpected.length > 0) throw unexpected[0];
  }

  /** Answers what it failed for, if it did. */
  private async ingest(
    claim: FundingClaim,
    opened: OpenedOnce,
    hour: Date,
    stop: AbortSignal,
  ): Promise<unknown> {
    const lost = this.heartbeats.begin(claim.runToken, this.ingests);
    try {
      const source = await opened.source();
      await this.store(claim, source, AbortSignal.any([stop, lost]));
      await this.outcomes.succeeded(claim, hour);
    } catch (error) {
      if (stop.aborted) {
        await this.ingests.release(claim.runToken);
      } else if (!lost.aborted) {
        await this.outcomes.failed(claim, hour, error);
        return error;
      }
    } finally {
      this.heartbeats.end(claim.runToken);
    }
    return undefined;
  }

  private async store(target: FundingTarget, source: ExchangeSource, signal: AbortSignal): Promise<void> {
    const now = Date.now();
    const { newest, first } = await this.rates.newestTimes(target, OVERLAP_PAYMENTS);
    const isNew = first === null || newest.length === 0;
    const from = isNew ? now - FIRST_SPAN_MILLISECONDS : overlapStart(newest, first);
    const fetch = (since: number) => source.fetchFunding(target.symbol, since, signal);
    for await (const page of fundingPages(fetch, { from, to: now })) {
      signal.throwIfAborted();
      await this.rates.upsert(target, page);
    }
  }
}

/** An exchange, opened when it is first needed. One that cannot be opened fails each question for itself. */
class OpenedOnce {
  private opened: ExchangeSource | undefined;

  constructor(
    private readonly exchange: string,
    private readonly endpoints: ReadonlyMap<string, string>,
  ) {}

  async source(): Promise<ExchangeSource> {
    return (this.opened ??= await openExchange(this.exchange, { endpoints: this.endpoints }));
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }
}
