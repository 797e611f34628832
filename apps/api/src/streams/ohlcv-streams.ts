import { Injectable } from '@nestjs/common';
import { CandleChangesReader, type SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { CandleSubscriptions } from '#messaging/candle-subscriptions';
import type { FollowedState } from '#messaging/series-follower';
import type { StreamConnection } from '../http/event-streams/stream-connection';
import { StreamMetrics } from '../http/event-streams/stream-metrics';
import { type Beginning, eventIdOf, idOfState, type KlineFrames } from './kline-frames';
import { OhlcvStream } from './ohlcv-stream';
import { StreamRegister } from './stream-register';

/** A stream that follows its series; it has to be begun, or closed. */
export interface FollowingStream {
  readonly stream: OhlcvStream;
  /** From which on a client resumes that is cut before it has received anything. */
  readonly id: string;
  /** Lists the stream, sends what it begins with, and goes on live. */
  readonly begin: () => Promise<void>;
}

/** Streams of candles on connections of every protocol. */
@Injectable()
export class OhlcvStreams {
  private readonly resuming = new Map<string, Promise<Beginning>>();

  constructor(
    private readonly subscriptions: CandleSubscriptions,
    private readonly changes: CandleChangesReader,
    private readonly register: StreamRegister,
    private readonly metrics: StreamMetrics,
  ) {}

  /**
   * It listens first and reads then, so that nothing falls between what is stored and what comes. Rejects when the database is
   * out of reach.
   */
  async follow(
    connection: StreamConnection,
    frames: KlineFrames,
    { name, known }: { name: SeriesName; known?: SeriesPosition },
  ): Promise<FollowingStream> {
    const stream = new OhlcvStream(connection, {
      ...this.register.newStream(),
      name,
      frames,
      onSent: (events, update) => this.metrics.countSent(events, update, frames.type),
    });
    const subscription = await this.subscriptions.subscribe(name, (update) => stream.receive(update));
    stream.onClose(() => subscription.close());
    try {
      const beginning = await this.beginning(frames, { name, known, state: subscription.state });
      const id = known ? eventIdOf(known) : idOfState(subscription.state);
      return { stream, id, begin: () => this.begin(stream, beginning) };
    } catch (error) {
      stream.close();
      throw error;
    }
  }

  private begin(stream: OhlcvStream, beginning: Beginning): Promise<void> {
    this.register.add(stream);
    stream.onClose(() => this.register.remove(stream));
    return stream.begin(beginning);
  }

  private async beginning(
    frames: KlineFrames,
    { name, known, state }: { name: SeriesName; known?: SeriesPosition; state: FollowedState },
  ): Promise<Beginning> {
    if (!known || state.seriesId === undefined) return frames.opening(name, state);
    const beginning = await this.resume(frames, { name, known, seriesId: state.seriesId });
    if (beginning.version >= state.version) return beginning;
    // Read for another stream, before this one listened: what came between the two would be missing. What is read from now on
    // is older only where the database was restored.
    return this.resume(frames, { name, known, seriesId: state.seriesId });
  }

  /** Many streams that were cut at once resume at the same candle: it is read once for all of them. */
  private resume(
    frames: KlineFrames,
    { name, known, seriesId }: { name: SeriesName; known: SeriesPosition; seriesId: number },
  ): Promise<Beginning> {
    const key = JSON.stringify([frames.type, seriesId, name, eventIdOf(known)]);
    const underWay = this.resuming.get(key);
    if (underWay) return underWay;
    const resuming = this.changes
      .changesSince(name, seriesId, known)
      .then((changes) => frames.resuming(name, known, changes))
      .finally(() => this.resuming.delete(key));
    this.resuming.set(key, resuming);
    return resuming;
  }
}
