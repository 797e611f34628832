import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Any, DataSource } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { LOGGER } from '#platform/tokens';
import { EventStreams } from '../http/event-streams/event-streams';
import { StreamMetrics } from '../http/event-streams/stream-metrics';
import { BacktestResultsService } from './backtest-results.service';
import { BACKTEST_RESULT_COLUMNS, type BacktestResultRow, toBacktestResult } from './backtest.dto';
import { RunEvents } from './run-events';

/** Streams the records of backtests. */
@Injectable()
export class BacktestEvents extends RunEvents<BacktestResultRow> {
  protected readonly toRead = toBacktestResult;

  constructor(
    private readonly dataSource: DataSource,
    private readonly results: BacktestResultsService,
    streams: EventStreams,
    metrics: StreamMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(streams, metrics, logger);
  }

  protected find(id: number) {
    return this.results.find(id);
  }

  protected findAll(ids: readonly number[]) {
    return this.dataSource.getRepository(Backtest).find({
      select: BACKTEST_RESULT_COLUMNS,
      where: { id: Any(ids) },
    });
  }
}
