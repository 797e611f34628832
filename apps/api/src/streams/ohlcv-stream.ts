import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import type { SeriesName } from '#domain/market-data/series/series.repository';
import { formatDateTime } from '#engine/market/parse-time';
import type { SeriesUpdate } from '#messaging/series-follower';
import type { EventStream } from '../http/event-streams/event-stream';
import { type Beginning, type Frames, framesOf } from './kline-frames';
import { toOpenStream } from './streams.dto';

interface StreamOptions {
  readonly id: string;
  readonly instance: string;
  readonly name: SeriesName;
  readonly onSent: (events: number, update?: SeriesUpdate) => void;
}

const RETRY = Buffer.from('retry: 3000\n\n');
const MOST_WAITING_UPDATES = 10_000;

/** One open stream of candles: an update goes to its reader at once, or in order after what the reader has not taken yet. */
export class OhlcvStream {
  private readonly openedAt = formatDateTime(Date.now());
  eventsSent = 0;
  /** Updates that wait until what is being sent has been taken; undefined while nothing is. */
  private waiting: SeriesUpdate[] | undefined = [];

  constructor(
    private readonly stream: EventStream,
    private readonly options: StreamOptions,
  ) {}

  get name(): SeriesName {
    return this.options.name;
  }

  receive(update: SeriesUpdate): void {
    if (this.stream.isOver()) return;
    if (this.waiting) {
      if (this.waiting.push(update) > MOST_WAITING_UPDATES) this.stream.drop();
      return;
    }
    const frames = framesOf(update);
    if (frames.parts.length > 1) {
      this.waiting = [];
      void this.send(frames, update).then(() => this.sendWaiting(update.version));
      return;
    }
    for (const part of frames.parts) this.stream.write(part);
    this.count(frames, update);
  }

  /** Sends the beginning, then what was received meanwhile and is newer than it, and goes on live. */
  async begin(beginning: Beginning): Promise<void> {
    this.stream.write(RETRY);
    await this.send(beginning);
    await this.sendWaiting(beginning.version);
  }

  toRecord(): OpenStream {
    const { id, instance, name } = this.options;
    return toOpenStream({ id, instance, name, openedAt: this.openedAt, eventsSent: this.eventsSent });
  }

  private async send(frames: Frames, update?: SeriesUpdate): Promise<void> {
    for (const part of frames.parts) {
      if (this.stream.isOver()) return;
      await this.stream.writeAndDrain(part);
    }
    this.count(frames, update);
  }

  private async sendWaiting(version: number): Promise<void> {
    while (!this.stream.isOver()) {
      const update = this.waiting?.shift();
      if (!update) break;
      if (update.version > version) await this.send(framesOf(update), update);
    }
    this.waiting = undefined;
  }

  private count(frames: Frames, update?: SeriesUpdate): void {
    this.eventsSent += frames.events;
    this.options.onSent(frames.events, update);
  }
}
