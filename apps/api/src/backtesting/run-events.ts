import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { JobStatus } from '#domain/job-runs/job-status';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import type { EventStream } from '../http/event-streams/event-stream';
import type { EventStreams } from '../http/event-streams/event-streams';
import { eventText } from '../http/event-streams/event-text';
import type { StreamMetrics } from '../http/event-streams/stream-metrics';
import { isOver } from './run-waits';

const POLL_MILLISECONDS = 250;

interface Reader {
  readonly stream: EventStream;
  /** The event that it was sent last. */
  sent: string;
}

interface ShownRun {
  readonly id: number;
  readonly status: JobStatus;
}

/** Streams the records of runs as they change, until they are over. However many read, one poll serves them all. */
export abstract class RunEvents<Row extends ShownRun> implements BeforeApplicationShutdown {
  private readonly readersById = new Map<number, Set<Reader>>();
  private polls: Repetition | undefined;

  constructor(
    private readonly streams: EventStreams,
    private readonly metrics: StreamMetrics,
    private readonly logger: Logger,
  ) {}

  /** Throws 404. */
  protected abstract find(id: number): Promise<Row>;
  /** Those that are there. */
  protected abstract findAll(ids: readonly number[]): Promise<Row[]>;
  protected abstract toRead(run: Row): object;

  async beforeApplicationShutdown(): Promise<void> {
    await this.polls?.stop();
  }

  async stream(id: number, request: Request, response: Response): Promise<void> {
    // A run that does not exist is a 404 before the stream opens.
    const run = await this.find(id);
    const stream = this.streams.admit(request, response);
    if (!stream) return;
    this.streams.open(stream);
    const reader: Reader = { stream, sent: '' };
    this.send([reader], run);
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
      (error) => this.logger.debug({ err: error }, 'The records of runs could not be read'),
    );
  }

  /** A reader that comes while the database answers has read a newer record already: it waits for the next poll. */
  private async poll(): Promise<void> {
    const followed = Array.from(this.readersById, ([id, readers]) => ({ id, readers: [...readers] }));
    const found = await this.findAll(followed.map(({ id }) => id));
    const runs = new Map(found.map((run) => [run.id, run]));
    for (const { id, readers } of followed) this.send(readers, runs.get(id));
  }

  /** The record, to those who do not have it like this yet. The stream is over with the run, or when the record was deleted. */
  private send(readers: readonly Reader[], run: Row | undefined): void {
    const event = run && eventText('status', JSON.stringify(this.toRead(run)));
    const part = event && Buffer.from(event);
    for (const reader of readers) {
      if (part && reader.sent !== event) {
        reader.stream.write(part);
        reader.sent = event;
        this.metrics.countSent(1);
      }
      if (!run || isOver(run)) reader.stream.finish();
    }
  }
}
