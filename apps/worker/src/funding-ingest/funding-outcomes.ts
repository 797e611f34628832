import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { FundingIngests, type FundingTarget } from '#domain/funding/funding-ingests';
import { fullJitter } from '#platform/pauses/full-jitter';
import type { Environment } from '#platform/config/environment';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { SOURCE_FAILURE_KINDS, SourceFailure } from '#sources/source-failure';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import { timeAfter } from './hour-to-request';

const LAST_SUCCESS = 'funding_ingest_last_success_timestamp_seconds';
const FAILURES = 'funding_ingest_failures_total';

const KINDS = [...SOURCE_FAILURE_KINDS, 'unexpected'] as const;
/** A source that limits its rate gets no request for at least so long. */
const SHORTEST_RETRY_SECONDS = 15;
const RETRY_PAUSES = { firstMilliseconds: 15_000, longestMilliseconds: 600_000 };

export const FUNDING_INGEST_METRICS = [
  declareGauge({
    name: LAST_SUCCESS,
    help: 'When the settled funding of a symbol was last requested and stored, since 1970',
    labels: { exchange: 'those of FUNDING_SYMBOLS', symbol: 'those of FUNDING_SYMBOLS' },
  }),
  declareCounter({
    name: FAILURES,
    help: 'Requests for settled funding that failed, by reason',
    labels: { exchange: 'those of FUNDING_SYMBOLS', symbol: 'those of FUNDING_SYMBOLS', kind: KINDS },
  }),
];

interface FundingRequest extends FundingTarget {
  readonly hour: Date;
  /** Failures since the last success. */
  readonly attempts: number;
}

/** Ends the run of a funding request: in its row, in the metrics and, where it failed, in the log. */
@Injectable()
export class FundingOutcomes {
  constructor(
    private readonly ingests: FundingIngests,
    @InjectMetric(LAST_SUCCESS) private readonly lastSuccess: Gauge,
    @InjectMetric(FAILURES) private readonly failures: Counter,
    @Inject(ENVIRONMENT) { fundingSymbols }: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    for (const { exchange, symbol } of fundingSymbols) {
      for (const kind of KINDS) failures.inc({ exchange, symbol, kind }, 0);
    }
  }

  async succeeded(run: HeldRun, { hour, ...target }: FundingRequest): Promise<JobOutcome> {
    const outcome = await run.repeat(timeAfter(hour), (manager) =>
      this.ingests.succeed(manager, target, hour),
    );
    if (outcome === 'completed') this.showSuccess(target, new Date());
    return outcome;
  }

  /** The hour is tried again after a pause, or left for the next one where the exchange does not have the symbol. */
  async failed(run: HeldRun, request: FundingRequest, error: unknown): Promise<void> {
    const { exchange, symbol, hour, attempts } = request;
    const kind = error instanceof SourceFailure ? error.kind : 'unexpected';
    const pause = SHORTEST_RETRY_SECONDS + fullJitter(attempts, RETRY_PAUSES) / 1000;
    const retrySeconds = kind === 'unsupported' ? null : pause;
    this.failures.inc({ exchange, symbol, kind });
    this.logger.warn(
      { err: error, exchange, symbol, kind, attempts, retry_seconds: retrySeconds },
      'Funding could not be fetched',
    );
    const failure = { error: (error as Error).message, hour: retrySeconds === null ? hour : null };
    const notBefore = retrySeconds === null ? timeAfter(hour) : new Date(Date.now() + retrySeconds * 1000);
    await run.repeat(notBefore, (manager) => this.ingests.fail(manager, request, failure));
  }

  showSuccess({ exchange, symbol }: FundingTarget, time: Date): void {
    this.lastSuccess.set({ exchange, symbol }, time.getTime() / 1000);
  }
}
