import { Injectable } from '@nestjs/common';
import { CandleChangesReader, type SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series.repository';
import { CandleSubscriptions } from '#messaging/candle-subscriptions';
import type { FollowedState } from '#messaging/series-follower';
import type { EventStream } from '../http/event-streams/event-stream';
import { EventStreams } from '../http/event-streams/event-streams';
import { StreamMetrics } from '../http/event-streams/stream-metrics';
import { type Beginning, eventIdOf, openingFrames, resumingFrames } from './kline-frames';
import { OhlcvStream } from './ohlcv-stream';
import { StreamRegister } from './stream-register';
import type { ActiveStreams } from './streams.dto';

@Injectable()
export class StreamsService {
  private opened = 0;
  private readonly resuming = new Map<string, Promise<Beginning>>();

  constructor(
    private readonly subscriptions: CandleSubscriptions,
    private readonly changes: CandleChangesReader,
    private readonly streams: EventStreams,
    private readonly register: StreamRegister,
    private readonly metrics: StreamMetrics,
  ) {}

  /** It listens first and reads then, so that nothing falls between what is stored and what comes. */
  async open(name: SeriesName, known: SeriesPosition | undefined, stream: EventStream): Promise<void> {
    const { instance } = this.register;
    const ohlcv = new OhlcvStream(stream, {
      id: `${instance}/${++this.opened}`,
      instance,
      name,
      onSent: (events, update) => this.metrics.countSent(events, update),
    });
    const subscription = await this.subscriptions.subscribe(name, (update) => ohlcv.receive(update));
    if (stream.isOver()) {
      subscription.close();
      return;
    }
    stream.onClose(() => subscription.close());
    const beginning = await this.beginning(name, subscription.state, known);
    if (stream.isOver()) return;
    this.streams.open(stream);
    this.register.add(ohlcv);
    stream.onClose(() => this.register.remove(ohlcv));
    await ohlcv.begin(beginning);
  }

  async active(): Promise<ActiveStreams> {
    const streams = await this.register.list();
    return { total: streams.length, streams };
  }

  private async beginning(
    name: SeriesName,
    state: FollowedState,
    known: SeriesPosition | undefined,
  ): Promise<Beginning> {
    if (!known || state.seriesId === undefined) return openingFrames(name, state);
    const beginning = await this.resume(name, state.seriesId, known);
    if (beginning.version >= state.version) return beginning;
    // Read for another stream, before this one listened: what came between the two would be missing. What is read from now on
    // is older only where the database was restored.
    return this.resume(name, state.seriesId, known);
  }

  /** Many streams that were cut at once resume at the same candle: it is read once for all of them. */
  private resume(name: SeriesName, seriesId: number, known: SeriesPosition): Promise<Beginning> {
    const key = JSON.stringify([seriesId, name, eventIdOf(known)]);
    const underWay = this.resuming.get(key);
    if (underWay) return underWay;
    const resuming = this.changes
      .changesSince(name, seriesId, known)
      .then((changes) => resumingFrames(name, known, changes))
      .finally(() => this.resuming.delete(key));
    this.resuming.set(key, resuming);
    return resuming;
  }
}
