import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import { CandleUpkeep } from './candle-upkeep';
import { JobUpkeep } from './job-upkeep';
import { BacktestSweeper } from './backtest/backtest.sweeper';
import { IngestUpkeep } from './ingest-upkeep';
import { ParameterSearchSweeper } from './parameter-search/parameter-search.sweeper';

const RELAY_PAUSE_MILLISECONDS = 1_000;
const SWEEP_PAUSE_MILLISECONDS = 2_000;
const INGEST_PAUSE_MILLISECONDS = 60_000;

/** What every worker does again and again beside its jobs. Replicas share this work through locks in the database. */
@Injectable()
export class Schedule {
  private repetitions: Repetition[] = [];

  constructor(
    private readonly jobs: JobUpkeep,
    private readonly candles: CandleUpkeep,
    private readonly outbox: JobOutbox,
    private readonly backtests: BacktestSweeper,
    private readonly searches: ParameterSearchSweeper,
    private readonly ingests: IngestUpkeep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.repetitions = [...this.jobs.tasks(), ...this.candles.tasks()].map(
      ({ what, work, pauseMilliseconds, firstPauseMilliseconds = pauseMilliseconds }) =>
        repeat(
          work,
          pauseMilliseconds,
          (error) => this.logger.warn({ err: error }, `${what} failed; it is tried again`),
          firstPauseMilliseconds,
        ),
    );
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
      ...this.ingests.tasks().map(({ what, work }) => every(INGEST_PAUSE_MILLISECONDS, what, work, 0)),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.repetitions.map((repetition) => repetition.stop()));
  }
}
