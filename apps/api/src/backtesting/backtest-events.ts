import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { Any, DataSource } from 'typeorm';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import type { EventStream } from '../http/event-streams/event-stream';
import { EventStreams } from '../http/event-streams/event-streams';
import { eventText } from '../http/event-streams/event-text';
import { StreamMetrics } from '../http/event-streams/stream-metrics';
import { BacktestResultsService } from './backtest-results.service';
import { BACKTEST_RESULT_COLUMNS, type BacktestResultRow, toBacktestResult } from './backtest.dto';

const POLL_MILLISECONDS = 250;

interface Reader {
  readonly stream: EventStream;
  /** The event that it was sent last. */
  sent: string;
}

/** Streams the records of backtests as they change, until their runs are over. However many read, one poll serves them all. */
@Injectable()
export class BacktestEvents implements BeforeApplicationShutdown {
  private readonly readersById = new Map<number, Set<Reader>>();
  private polls: Repetition | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly results: BacktestResultsService,
    private readonly streams: EventStreams,
    private readonly metrics: StreamMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.polls?.stop();
  }

  async stream(id: number, request: Request, response: Response): Promise<void> {
    // A run that does not exist is a 404 before the stream opens.
    const backtest = await this.results.find(id);
    const stream = this.streams.admit(request, response);
    if (!stream) return;
    this.streams.open(stream);
    const reader: Reader = { stream, sent: '' };
    this.send([reader], backtest);
    if (!stream.isOver()) this.follow(id, reader);
  }

  private follow(id: number, reader: Reader): void {
    const readers = this.readersById.get(id) ?? new Set();
    this.readersById.set(id, readers.add(reader));
    reader.stream.onClose(() => {
      readers.delete(reader);
      if (readers.size === 0) this.readersById.delete(id);
      if (this.readersById.size > 0) return;
      void this.polls?.stop();
      this.polls = undefined;
    });
    this.polls ??= repeat(
      () => this.poll(),
      POLL_MILLISECONDS,
      (error) => this.logger.debug({ err: error }, 'The records of backtests could not be read'),
    );
  }

  /** A reader that comes while the database answers has read a newer record already: it waits for the next poll. */
  private async poll(): Promise<void> {
    const followed = Array.from(this.readersById, ([id, readers]) => ({ id, readers: [...readers] }));
    const found = await this.dataSource.getRepository(Backtest).find({
      select: BACKTEST_RESULT_COLUMNS,
      where: { id: Any(followed.map(({ id }) => id)) },
    });
    const backtests = new Map(found.map((backtest) => [backtest.id, backtest]));
    for (const { id, readers } of followed) this.send(readers, backtests.get(id));
  }

  /** The record, to those who do not have it like this yet. The stream is over with the run, or when the record was deleted. */
  private send(readers: readonly Reader[], backtest: BacktestResultRow | undefined): void {
    const event = backtest && eventText('status', JSON.stringify(toBacktestResult(backtest)));
    const part = event && Buffer.from(event);
    const isOver = !backtest || backtest.status === 'completed' || backtest.status === 'failed';
    for (const reader of readers) {
      if (part && reader.sent !== event) {
        reader.stream.write(part);
        reader.sent = event;
        this.metrics.countSent(1);
      }
      if (isOver) reader.stream.finish();
    }
  }
}
