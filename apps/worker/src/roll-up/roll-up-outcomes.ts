import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { SKIP_CAUSES } from '#domain/roll-ups/roll-up-skip.entity';
import { type FailingTarget, RollUpProblems, type SkippedCandle } from '#domain/roll-ups/roll-up-problems';
import type { Series } from '#domain/market-data/series/series.entity';
import { type Interval, INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { fullJitter } from '#platform/pauses/full-jitter';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';

const FAILURES = 'roll_up_failures_total';
const FAILING = 'roll_up_failing_series';
const SKIPPED = 'roll_up_skipped_candles_total';

const RETRY_PAUSES = { firstMilliseconds: 2_000, longestMilliseconds: 300_000 };
/** A log line names so many skipped candles. */
const NAMED_CANDLES = 10;

/** With ROLL_UPS=* the symbols are whatever clients have stored: so many have labels of their own. */
const NAMED_SYMBOLS = 200;
const OTHER = 'other';
const ROLLED_UP = `those of ROLL_UPS that failed or were skipped, at most ${NAMED_SYMBOLS}, and \`${OTHER}\` for all others`;

export const ROLL_UP_METRICS = [
  declareCounter({
    name: FAILURES,
    help: 'Roll-ups of a series into a longer interval that failed',
    labels: { exchange: ROLLED_UP, symbol: ROLLED_UP, interval: INTERVALS },
  }),
  declareGauge({
    name: FAILING,
    help: 'Longer series whose roll-up failed when it was tried last, over all workers',
    of: 'database',
  }),
  declareCounter({
    name: SKIPPED,
    help: 'Longer candles that were not written or brought up to date: out_of_domain or base_deleted',
    labels: { exchange: ROLLED_UP, symbol: ROLLED_UP, interval: INTERVALS, cause: SKIP_CAUSES },
  }),
];

type Source = Pick<Series, 'id' | 'exchange' | 'symbol'>;

/** Writes down what could not be rolled up: in the tables that the list of series shows, in the metrics and in the log. */
@Injectable()
export class RollUpOutcomes {
  private readonly named = new Set<string>();

  constructor(
    private readonly problems: RollUpProblems,
    @InjectMetric(FAILURES) private readonly failures: Counter,
    @InjectMetric(FAILING) private readonly failing: Gauge,
    @InjectMetric(SKIPPED) private readonly skipped: Counter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Those of these sources; what is noted of others is forgotten. */
  async failuresOf(sources: readonly Source[]): Promise<FailingTarget[]> {
    const chosen = new Set(sources.map(({ id }) => id));
    const failures = await this.problems.failures();
    for (const failure of failures) {
      if (!chosen.has(failure.sourceSeriesId)) await this.problems.forgetFailure(failure);
    }
    return failures.filter(({ sourceSeriesId }) => chosen.has(sourceSeriesId));
  }

  /** Rejects where the database is out of reach: then nothing is wrong with the series. */
  async failed({ id, exchange, symbol }: Source, interval: Interval, failuresBefore: number, error: unknown) {
    const retryMilliseconds = fullJitter(failuresBefore, RETRY_PAUSES);
    const reason = (error as Error).message;
    await this.problems.noteFailure({ sourceSeriesId: id, interval }, { reason, retryMilliseconds });
    this.failures.inc({ ...this.labelsOf({ exchange, symbol }), interval });
    this.logger.warn(
      {
        err: error,
        exchange,
        symbol,
        interval,
        failures: failuresBefore + 1,
        retry_seconds: retryMilliseconds / 1000,
      },
      'Candles could not be rolled up; others are, and this is tried again',
    );
  }

  async worksAgain({ id, exchange, symbol }: Source, interval: Interval): Promise<void> {
    await this.problems.forgetFailure({ sourceSeriesId: id, interval });
    this.logger.info({ exchange, symbol, interval }, 'Candles are rolled up again');
  }

  /** Of the candles of an interval (by open time, ms), which were rolled up and which were not; what is new of these is reported. */
  async noteSkips(
    { id, exchange, symbol }: Source,
    interval: Interval,
    candles: { skipped: readonly SkippedCandle[]; rolled: readonly number[] },
  ): Promise<void> {
    const noted = await this.problems.noteSkips({ sourceSeriesId: id, interval }, candles);
    if (noted.length === 0) return;
    const labels = this.labelsOf({ exchange, symbol });
    for (const { cause } of noted) this.skipped.inc({ ...labels, interval, cause });
    const named = noted
      .slice(0, NAMED_CANDLES)
      .map(({ openTime, reason }) => `${formatDateTime(openTime)}: ${reason}`);
    this.logger.warn(
      { exchange, symbol, interval, count: noted.length, candles: named },
      'Candles of a roll-up were skipped',
    );
  }

  async countFailing(): Promise<void> {
    this.failing.set(await this.problems.countFailures());
  }

  private labelsOf({ exchange, symbol }: Pick<Source, 'exchange' | 'symbol'>) {
    const name = JSON.stringify([exchange, symbol]);
    if (this.named.size < NAMED_SYMBOLS) this.named.add(name);
    return this.named.has(name) ? { exchange, symbol } : { exchange: OTHER, symbol: OTHER };
  }
}
