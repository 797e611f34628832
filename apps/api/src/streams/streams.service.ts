import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CandleChangesReader, type SeriesPosition } from '#domain/market-data/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series.repository';
import { CandleSubscriptions } from '#messaging/candle-subscriptions';
import type { FollowedState } from '#messaging/series-follower';
import { ApiError } from '../http/api-error';
import { openEventStream } from '../http/event-stream';
import { type Beginning, eventIdOf, openingFrames, resumingFrames } from './kline-frames';
import { OhlcvStream } from './ohlcv-stream';
import { OhlcvStreams } from './ohlcv-streams';
import { StreamMetrics } from './stream-metrics';
import { StreamRegister } from './stream-register';
import type { ActiveStreams } from './streams.dto';

@Injectable()
export class StreamsService {
  private opened = 0;
  private readonly resuming = new Map<string, Promise<Beginning>>();

  constructor(
    private readonly subscriptions: CandleSubscriptions,
    private readonly changes: CandleChangesReader,
    private readonly streams: OhlcvStreams,
    private readonly register: StreamRegister,
    private readonly metrics: StreamMetrics,
  ) {}

  /** It listens first and reads then, so that nothing falls between what is stored and what comes. */
  async open(
    name: SeriesName,
    known: SeriesPosition | undefined,
    request: Request,
    response: Response,
  ): Promise<void> {
    if (isGone(response)) return;
    const { socket } = response;
    if (!socket) throw PIPELINED;
    const leave = this.streams.admit(request.headers.authorization ?? '');
    response.once('close', leave);
    if (request.method === 'HEAD') {
      openEventStream(response);
      response.end();
      return;
    }
    const { instance } = this.register;
    const stream = new OhlcvStream(response, socket, {
      ...{ id: `${instance}/${++this.opened}`, instance, name, expiresAt: expiryOf(request) },
      onSent: (events, update) => this.metrics.countSent(events, update),
    });
    const subscription = await this.subscriptions.subscribe(name, (update) => stream.hear(update));
    if (isGone(response)) {
      subscription.close();
      return;
    }
    // Also after an answer that is an error.
    response.once('close', () => subscription.close());
    const beginning = await this.beginning(name, subscription.state, known);
    if (isGone(response)) return;
    stream.open();
    this.streams.add(stream);
    response.once('close', () => this.streams.remove(stream));
    await stream.begin(beginning);
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
    for (;;) {
      const beginning = await this.resume(name, state.seriesId, known);
      // Read for another stream, before this one listened: what came between the two would be missing.
      if (beginning.version >= state.version) return beginning;
    }
  }

  /** Many streams that were cut at once resume at the same place: it is read once for all of them. */
  private resume(name: SeriesName, seriesId: number, known: SeriesPosition): Promise<Beginning> {
    const key = `${seriesId} ${eventIdOf(known)}`;
    const underWay = this.resuming.get(key);
    if (underWay) return underWay;
    const resuming = this.changes
      .changesSince(seriesId, known)
      .then((changes) => resumingFrames(name, known, changes))
      .finally(() => this.resuming.delete(key));
    this.resuming.set(key, resuming);
    return resuming;
  }
}

function expiryOf({ user }: Request): number {
  const { exp } = user as { exp?: number };
  return exp === undefined ? Infinity : exp * 1000;
}

/** Node hands the connection over when the answer before this one has gone out, which may be never. */
const PIPELINED = new ApiError({
  status: 400,
  detail: 'A stream cannot be asked for behind another request that is not answered yet',
});

function isGone(response: Response): boolean {
  return response.destroyed;
}
