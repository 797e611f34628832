import type { SeriesName } from '#domain/market-data/series/series-name';
import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import { formatDateTime } from '#engine/market/parse-time';
import type { SeriesUpdate } from '#messaging/series-follower';
import type { StreamConnection } from '../http/event-streams/stream-connection';
import type { Beginning, Frames, KlineFrames } from './kline-frames';
import type { ListedStream } from './stream-register';
import { toOpenStream } from './streams.dto';

interface StreamOptions {
  readonly id: string;
  readonly instance: string;
  readonly name: SeriesName;
  readonly frames: KlineFrames;
  readonly onSent: (events: number, update?: SeriesUpdate) => void;
}

const MOST_WAITING_UPDATES = 10_000;

/**
 * The candles of a series on a connection, which may carry other streams as well: an update goes to the reader at once, or in
 * order after what the reader has not taken yet.
 */
export class OhlcvStream implements ListedStream {
  private readonly openedAt = formatDateTime(Date.now());
  private readonly closers: (() => void)[] = [];
  private eventsSent = 0;
  private isClosed = false;
  /** Of the series, as it was sent; what began it may be newer than what its series published last. */
  private version = 0;
  /** Updates that wait until what is being sent has been taken; undefined while nothing is. */
  private waiting: SeriesUpdate[] | undefined = [];

  constructor(
    private readonly connection: StreamConnection,
    private readonly options: StreamOptions,
  ) {}

  get name(): SeriesName {
    return this.options.name;
  }

  /** Nothing is sent any more: it was closed, or its connection was. */
  isOver(): boolean {
    return this.isClosed || this.connection.isOver();
  }

  receive(update: SeriesUpdate): void {
    if (this.isOver()) return;
    if (this.waiting) {
      if (this.waiting.push(update) > MOST_WAITING_UPDATES) this.connection.drop();
      return;
    }
    if (!this.reach(update)) return;
    const frames = this.options.frames.of(update);
    if (frames.parts.length > 1) {
      this.waiting = [];
      void this.send(frames, update).then(() => this.sendWaiting());
      return;
    }
    for (const part of frames.parts) this.connection.write(part);
    this.count(frames, update);
  }

  /** Sends the beginning, then what was received meanwhile and is newer than it, and goes on live. */
  async begin(beginning: Beginning): Promise<void> {
    this.version = beginning.version;
    await this.send(beginning);
    await this.sendWaiting();
  }

  onClose(closer: () => void): void {
    this.closers.push(closer);
  }

  close(): void {
    this.isClosed = true;
    for (const closer of this.closers.splice(0)) closer();
  }

  toRecord(): OpenStream {
    const { id, instance, name, frames } = this.options;
    const { openedAt, eventsSent } = this;
    return toOpenStream({ id, type: frames.type, instance, name, openedAt, eventsSent });
  }

  private async send(frames: Frames, update?: SeriesUpdate): Promise<void> {
    for (const part of frames.parts) {
      if (this.isOver()) return;
      await this.connection.writeAndDrain(part);
    }
    this.count(frames, update);
  }

  /** Whether it brings anything that was not sent. */
  private reach({ version, isReplacement = false }: SeriesUpdate): boolean {
    if (version <= this.version && !isReplacement) return false;
    this.version = version;
    return true;
  }

  private async sendWaiting(): Promise<void> {
    while (!this.isOver()) {
      const update = this.waiting?.shift();
      if (!update) break;
      if (this.reach(update)) await this.send(this.options.frames.of(update), update);
    }
    this.waiting = undefined;
  }

  private count(frames: Frames, update?: SeriesUpdate): void {
    this.eventsSent += frames.events;
    this.options.onSent(frames.events, update);
  }
}
