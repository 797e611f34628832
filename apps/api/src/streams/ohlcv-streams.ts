import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Shutdown } from '#platform/shutdown/shutdown';
import { COMMENT_MILLISECONDS, STILL_HERE } from '../http/event-stream';
import type { OhlcvStream } from './ohlcv-stream';
import { StreamPlaces } from './stream-places';
import { StreamMetrics } from './stream-metrics';

const ROUND_MILLISECONDS = 250;

/** The streams of this process. One timer looks after all of them: their comments, and the end of their tokens. */
@Injectable()
export class OhlcvStreams implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Set<OhlcvStream>();
  private rounds: NodeJS.Timeout | undefined;
  /** Counts what came and went. */
  changes = 0;

  constructor(
    private readonly metrics: StreamMetrics,
    private readonly places: StreamPlaces,
    private readonly shutdown: Shutdown,
  ) {}

  onModuleInit(): void {
    this.shutdown.signal.addEventListener('abort', () => this.endAll(), { once: true });
  }

  onModuleDestroy(): void {
    this.endAll();
  }

  get size(): number {
    return this.streams.size;
  }

  [Symbol.iterator](): Iterator<OhlcvStream> {
    return this.streams.values();
  }

  /** Throws where there is no place for one more; answers the function that gives its place back. */
  admit(authorization: string): () => void {
    return this.places.take(authorization);
  }

  add(stream: OhlcvStream): void {
    this.streams.add(stream);
    this.changes++;
    this.metrics.countOpened();
    this.rounds ??= setInterval(() => this.lookAfterAll(Date.now()), ROUND_MILLISECONDS);
    if (this.shutdown.draining) stream.end('shutdown');
  }

  remove(stream: OhlcvStream): void {
    this.streams.delete(stream);
    this.changes++;
    this.metrics.countEnded(stream.close());
    if (this.streams.size > 0) return;
    clearInterval(this.rounds);
    this.rounds = undefined;
  }

  private lookAfterAll(now: number): void {
    for (const stream of this.streams) {
      if (stream.expiresAt <= now) stream.end('expired', 'The token has expired');
      else if (now - stream.commentedAt >= COMMENT_MILLISECONDS) stream.comment(STILL_HERE, now);
    }
  }

  private endAll(): void {
    for (const stream of this.streams) stream.end('shutdown');
  }
}
