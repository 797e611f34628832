import { Inject, Injectable } from '@nestjs/common';
import { FundingIngests, type FundingTarget, fundingTargetOf } from '#domain/funding/funding-ingests';
import { FundingRates } from '#domain/funding/funding-rates';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { ExchangeSource } from '#sources/exchanges/exchange-source';
import { fundingPages } from '#sources/exchanges/funding-pages';
import { SourceFailure } from '#sources/source-failure';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { FundingOutcomes } from './funding-outcomes';
import { hourToRequest, timeAfter } from './hour-to-request';
import { OVERLAP_PAYMENTS, overlapStart } from './overlap';
import { SerialExchanges } from './serial-exchanges';

/** How far the first request for a symbol goes back; what is older the command line fetches. */
const FIRST_SPAN_MILLISECONDS = 3 * DAY_MILLISECONDS;

/**
 * Requests the settled funding of a symbol, from before its last stored payments on: hours that were missed come along, and so do
 * payments that the exchange published late or corrected.
 */
@Injectable()
export class FundingIngestProcessor implements JobProcessor {
  constructor(
    private readonly ingests: FundingIngests,
    private readonly rates: FundingRates,
    private readonly outcomes: FundingOutcomes,
    private readonly exchanges: SerialExchanges,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const target = fundingTargetOf(run.subject);
    const isRequested = this.environment.fundingSymbols.some(
      ({ exchange, symbol }) => exchange === target.exchange && symbol === target.symbol,
    );
    if (!isRequested) return run.complete();
    // This machine's clock may show less than the database's, by which the run is due.
    const hour = hourToRequest(Math.max(Date.now(), run.dueAt?.getTime() ?? 0));
    const { requestedHour = null, attempts = 0 } = (await this.ingests.find(target)) ?? {};
    const isDone = attempts === 0 && requestedHour !== null && requestedHour >= hour;
    if (isDone && run.dueAt) return run.repeat(timeAfter(hour));
    try {
      await this.exchanges.use(target.exchange, signal, (source) => this.store(target, source, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      await this.outcomes.failed(run, { ...target, hour, attempts }, error);
      // What nobody expected is recorded like any failure, and reported.
      if (!(error instanceof SourceFailure)) throw error;
      return 'refused';
    }
    return this.outcomes.succeeded(run, { ...target, hour, attempts });
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
