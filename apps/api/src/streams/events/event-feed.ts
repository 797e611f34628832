import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { eventSource } from '#domain/events/cloud-event';
import type { EventFilter, NumberedEvents } from '#domain/events/event-reader';
import { EventMetrics } from '#messaging/events/event-metrics';
import { EventTail } from '#messaging/events/event-tail';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { EventStream } from '../../http/event-streams/event-stream';
import { StreamMetrics } from '../../http/event-streams/stream-metrics';
import { positionFrame, resetFrame, RowFrames } from './event-frames';
import { EventPages } from './event-pages';

const RETRY = Buffer.from('retry: 3000\n\n');
/** The database is out of reach: the stream stays open, and goes on when it is back. */
const PAUSE_MILLISECONDS = 1_000;
/** A reader that wants little of much learns how far it is, so that it resumes there. */
const POSITIONS_WITHOUT_ID = 1_000;

/** Rows to send, and how far they lead. */
interface Batch {
  readonly rows: readonly NumberedEvents[];
  readonly position: number;
  /** Where it goes on, where what follows its position is not kept any more. */
  readonly resetTo?: number;
}

/** Sends a reader what follows its position, as fast as it takes it: from the tail, or from the database where the tail begins later. */
@Injectable()
export class EventFeed {
  private readonly frames: RowFrames;

  constructor(
    private readonly tail: EventTail,
    private readonly pages: EventPages,
    private readonly streamMetrics: StreamMetrics,
    private readonly eventMetrics: EventMetrics,
    @Inject(ENVIRONMENT) { deployment }: Environment,
  ) {
    this.frames = new RowFrames(eventSource(deployment));
  }

  /** Until the stream is over; the tail has to be used as long. */
  async send(
    stream: EventStream,
    from: number,
    filter: EventFilter,
    onSent: (events: number) => void,
  ): Promise<void> {
    stream.write(RETRY);
    stream.write(positionFrame(from));
    let [position, idSent] = [from, from];
    while (!stream.isOver()) {
      const { more } = this.tail;
      const batch = await this.next(position, filter);
      if (batch.resetTo !== undefined) {
        stream.write(resetFrame(position, batch.resetTo));
        idSent = batch.resetTo;
      }
      idSent = (await this.sendRows(stream, batch.rows, filter, onSent)) ?? idSent;
      const hasMoved = batch.position !== position || batch.resetTo !== undefined;
      position = batch.position;
      if (position - idSent >= POSITIONS_WITHOUT_ID && !stream.isOver()) {
        stream.write(positionFrame(position));
        idSent = position;
      }
      if (!hasMoved) await more;
    }
  }

  private async next(position: number, filter: EventFilter): Promise<Batch> {
    const rows = this.tail.after(position);
    if (rows) return { rows, position: rows.at(-1)?.position ?? position };
    try {
      const page = await this.pages.after(position, filter);
      return { ...page, ...(page.isReset && { resetTo: page.from }) };
    } catch {
      await delay(PAUSE_MILLISECONDS, undefined, { ref: false });
      return { rows: [], position };
    }
  }

  /** The position of the last row of which anything is wanted, and was sent. */
  private async sendRows(
    stream: EventStream,
    rows: readonly NumberedEvents[],
    filter: EventFilter,
    onSent: (events: number) => void,
  ): Promise<number | undefined> {
    let sent: number | undefined;
    for (const { part, complete } of this.frames.parts(rows, filter)) {
      if (stream.isOver()) break;
      await stream.writeAndDrain(part);
      for (const { position, kind, events } of complete) {
        sent = position;
        onSent(events);
        this.streamMetrics.countSent(events);
        this.eventMetrics.countPublished('sse', kind, events);
      }
    }
    return sent;
  }
}
