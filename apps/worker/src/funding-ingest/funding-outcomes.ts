import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { type FundingClaim, FundingIngests, type FundingTarget } from '#domain/funding/funding-ingests';
import { fullJitter } from '#platform/pauses/full-jitter';
import { LOGGER } from '#platform/tokens';
import { SourceFailure } from '#sources/source-failure';

const LAST_SUCCESS = 'funding_ingest_last_success_timestamp_seconds';
const FAILURES = 'funding_ingest_failures_total';

/** A source that limits its rate gets no request for at least so long. */
const SHORTEST_RETRY_SECONDS = 15;
const RETRY_PAUSES = { firstMilliseconds: 15_000, longestMilliseconds: 600_000 };

export const FUNDING_INGEST_METRICS = [
  makeGaugeProvider({
    name: LAST_SUCCESS,
    help: 'When the settled funding of a symbol was last requested and stored, since 1970',
    labelNames: ['exchange', 'symbol'],
  }),
  makeCounterProvider({
    name: FAILURES,
    help: 'Questions for settled funding that failed, by reason',
    labelNames: ['exchange', 'symbol', 'kind'],
  }),
];

/** Writes down the outcome of a funding request: in its row, in the metrics and, where it failed, in the log. */
@Injectable()
export class FundingOutcomes {
  constructor(
    private readonly ingests: FundingIngests,
    @InjectMetric(LAST_SUCCESS) private readonly lastSuccess: Gauge,
    @InjectMetric(FAILURES) private readonly failures: Counter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async succeeded(claim: FundingClaim, hour: Date): Promise<void> {
    if (await this.ingests.succeed(claim.runToken, hour)) this.showSuccess(claim, new Date());
  }

  async failed(claim: FundingClaim, hour: Date, error: unknown): Promise<void> {
    const { exchange, symbol, runToken, attempts } = claim;
    const kind = error instanceof SourceFailure ? error.kind : 'unexpected';
    const pause = SHORTEST_RETRY_SECONDS + fullJitter(attempts, RETRY_PAUSES) / 1000;
    const retrySeconds = kind === 'unsupported' ? null : pause;
    this.failures.inc({ exchange, symbol, kind });
    this.logger.warn(
      { err: error, exchange, symbol, kind, attempts, retry_seconds: retrySeconds },
      'Funding could not be fetched',
    );
    // An exchange's words may hold what the database takes for no text.
    const message = (error as Error).message.replaceAll('\u0000', '');
    await this.ingests.fail(runToken, { hour, error: message, retrySeconds });
  }

  showSuccess({ exchange, symbol }: FundingTarget, time: Date): void {
    this.lastSuccess.set({ exchange, symbol }, time.getTime() / 1000);
  }
}
