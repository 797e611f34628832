import type { Response } from 'express';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import type { SeriesName } from '#domain/market-data/series.repository';
import { formatDateTime } from '#engine/market/parse-time';
import type { SeriesUpdate } from '#messaging/series-follower';
import { eventText, openEventStream } from '../http/event-stream';
import { type Beginning, type Frames, framesOf } from './kline-frames';

export type StreamEnd = 'client' | 'expired' | 'shutdown' | 'slow';

interface StreamOptions {
  readonly id: string;
  readonly instance: string;
  readonly name: SeriesName;
  /** When the token ends, in milliseconds since 1970; Infinity where it does not. */
  readonly expiresAt: number;
  readonly onSent: (events: number, update?: SeriesUpdate) => void;
}

const RETRY = Buffer.from('retry: 3000\n\n');
/** What a reader may leave unread. The buffers are shared, but what the system keeps for each connection is not. */
const MOST_PENDING_BYTES = 65_536;
const MOST_WAITING_UPDATES = 10_000;
const DRAIN_MILLISECONDS = 10_000;
const GOODBYE_MILLISECONDS = 1_000;

/** One open stream: what it is told goes to its reader at once, or in order after what the reader has not taken yet. */
export class OhlcvStream {
  commentedAt = Date.now();
  private readonly openedAt = formatDateTime(this.commentedAt);
  eventsSent = 0;
  private endedBy: StreamEnd | undefined;
  /** Updates that wait until what is being sent has been taken; undefined while nothing is. */
  private waiting: SeriesUpdate[] | undefined = [];

  /** Behind the head of the answer the connection is written to directly: the response's own way costs half as much again. */
  constructor(
    private readonly response: Response,
    private readonly socket: Socket,
    private readonly options: StreamOptions,
  ) {}

  get name(): SeriesName {
    return this.options.name;
  }

  get expiresAt(): number {
    return this.options.expiresAt;
  }

  hear(update: SeriesUpdate): void {
    if (this.endedBy) return;
    if (this.waiting) {
      if (this.waiting.push(update) > MOST_WAITING_UPDATES) this.drop();
      return;
    }
    const frames = framesOf(update);
    if (frames.parts.length > 1) {
      this.waiting = [];
      void this.send(frames, update).then(() => this.sendWaiting(update.version));
      return;
    }
    for (const part of frames.parts) this.write(part);
    this.count(frames, update);
  }

  /** Answers 200: from now on it can also be ended. */
  open(): void {
    openEventStream(this.response);
    this.write(RETRY);
  }

  /** Sends the beginning, then what was heard meanwhile and is newer than it, and goes on live. */
  async begin(beginning: Beginning): Promise<void> {
    await this.send(beginning);
    await this.sendWaiting(beginning.version);
  }

  comment(text: Buffer, now: number): void {
    this.commentedAt = now;
    if (!this.endedBy) this.write(text);
  }

  /** Says why, if the reader still takes it, and closes the connection. */
  end(reason: Exclude<StreamEnd, 'client'>, detail?: string): void {
    if (this.endedBy) return;
    this.endedBy = reason;
    this.waiting = undefined;
    const event = reason === 'slow' ? 'dropped' : reason;
    this.socket.end(eventText(event, JSON.stringify({ event, ...(detail && { detail }) })));
    setTimeout(() => this.socket.destroy(), GOODBYE_MILLISECONDS).unref();
  }

  /** The connection is gone; answers what ended the stream. */
  close(): StreamEnd {
    this.waiting = undefined;
    return (this.endedBy ??= 'client');
  }

  toRecord(): OpenStream {
    const { id, instance, name } = this.options;
    return {
      ...{ id, type: 'sse', exchange: name.exchange, symbol: name.symbol, interval: name.interval },
      ...{ opened_at: this.openedAt, events_sent: this.eventsSent, instance },
    };
  }

  private write(part: Buffer): void {
    this.socket.write(part);
    if (this.socket.writableLength > MOST_PENDING_BYTES) this.drop();
  }

  private drop(): void {
    this.end('slow', 'More was waiting than the reader took; connect again with the last id to resume');
  }

  private async send(frames: Frames, update?: SeriesUpdate): Promise<void> {
    for (const part of frames.parts) {
      if (this.endedBy) return;
      if (!this.socket.write(part) && !(await this.isDrained())) this.drop();
    }
    this.count(frames, update);
  }

  private async sendWaiting(version: number): Promise<void> {
    for (;;) {
      const update = this.waiting?.shift();
      if (!update) break;
      if (update.version > version) await this.send(framesOf(update), update);
    }
    this.waiting = undefined;
  }

  private async isDrained(): Promise<boolean> {
    const signal = AbortSignal.timeout(DRAIN_MILLISECONDS);
    return once(this.socket, 'drain', { signal }).then(
      () => true,
      () => false,
    );
  }

  private count(frames: Frames, update?: SeriesUpdate): void {
    this.eventsSent += frames.events;
    this.options.onSent(frames.events, update);
  }
}
