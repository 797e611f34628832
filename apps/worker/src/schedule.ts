import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobOutbox } from '#messaging/job-outbox';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import { BacktestSweeper } from './backtest/backtest.sweeper';
import { FundingIngestSweeper } from './funding-ingest/funding-ingest.sweeper';
import { CandleUpkeep } from './candle-upkeep';
import { ParameterSearchSweeper } from './parameter-search/parameter-search.sweeper';

const RELAY_PAUSE_MILLISECONDS = 1_000;
const SWEEP_PAUSE_MILLISECONDS = 2_000;
const FUNDING_PAUSE_MILLISECONDS = 60_000;

/** What every worker does again and again beside its jobs. Replicas share this work through locks in the database. */
@Injectable()
export class Schedule {
  private repetitions: Repetition[] = [];

  constructor(
    private readonly outbox: JobOutbox,
    private readonly backtests: BacktestSweeper,
    private readonly searches: ParameterSearchSweeper,
    private readonly funding: FundingIngestSweeper,
    private readonly candles: CandleUpkeep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    const every = (pause: number, what: string, work: () => Promise<unknown>, firstPause = pause) =>
      repeat(
        work,
        pause,
        (error) => this.logger.warn({ err: error }, `${what} failed; it is tried again`),
        firstPause,
      );
    this.repetitions = [
      every(RELAY_PAUSE_MILLISECONDS, 'The relay of the outbox', () => this.outbox.relay()),
      every(SWEEP_PAUSE_MILLISECONDS, 'The sweep for lost backtests', () => this.backtests.sweep()),
      every(SWEEP_PAUSE_MILLISECONDS, 'The sweep for lost searches', () => this.searches.sweep()),
      every(FUNDING_PAUSE_MILLISECONDS, 'The sweep for missed funding', () => this.funding.sweep(), 0),
      ...this.candles
        .tasks()
        .map(({ pauseMilliseconds, what, work }) => every(pauseMilliseconds, what, work)),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.repetitions.map((repetition) => repetition.stop()));
  }
}
