import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Any, DataSource } from 'typeorm';
import { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { LOGGER } from '#platform/tokens';
import { EventStreams } from '../../http/event-streams/event-streams';
import { StreamMetrics } from '../../http/event-streams/stream-metrics';
import { RunEvents } from '../run-events';
import { PORTFOLIO_COLUMNS, type PortfolioRow, toPortfolioRead } from './portfolio.dto';
import { PortfoliosService } from './portfolios.service';

/** Streams the records of portfolio runs. */
@Injectable()
export class PortfolioEvents extends RunEvents<PortfolioRow> {
  protected readonly toRead = toPortfolioRead;

  constructor(
    private readonly dataSource: DataSource,
    private readonly portfolios: PortfoliosService,
    streams: EventStreams,
    metrics: StreamMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(streams, metrics, logger);
  }

  protected find(id: number) {
    return this.portfolios.find(id);
  }

  protected findAll(ids: readonly number[]) {
    const where = { id: Any(ids) };
    return this.dataSource.getRepository(PortfolioRun).find({ select: PORTFOLIO_COLUMNS, where });
  }
}
