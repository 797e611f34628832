import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ApiError } from '../api-error';
import { callerKey } from '../caller-key';
import { EventStream } from './event-stream';
import { openEventStream } from './event-text';
import { StreamMetrics } from './stream-metrics';
import { StreamSlots } from './stream-slots';

const ROUND_MILLISECONDS = 250;
const COMMENT_MILLISECONDS = 15_000;
/** Keeps proxies from taking a quiet stream for a dead one. */
const STILL_HERE = Buffer.from(': still here\n\n');

/** The streams of this process, of every kind. One timer serves all of them: their comments, and the end of their tokens. */
@Injectable()
export class EventStreams implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Set<EventStream>();
  private rounds: NodeJS.Timeout | undefined;

  constructor(
    private readonly metrics: StreamMetrics,
    private readonly slots: StreamSlots,
    private readonly shutdown: Shutdown,
  ) {}

  onModuleInit(): void {
    this.shutdown.signal.addEventListener('abort', () => this.endAll(), { once: true });
  }

  onModuleDestroy(): void {
    this.endAll();
  }

  /**
   * A stream that has its slot and is not answered yet, so that errors still have their status; undefined where nobody reads:
   * the client has disconnected, or wanted the headers alone. Throws where the caller or the process has too many streams.
   */
  admit(request: Request, response: Response): EventStream | undefined {
    if (response.destroyed) return undefined;
    const { socket } = response;
    if (!socket) throw PIPELINED;
    response.once('close', this.slots.take(callerKey(request)));
    if (request.method === 'HEAD') {
      openEventStream(response);
      response.end();
      return undefined;
    }
    return new EventStream(response, socket, expiryOf(request));
  }

  /** Answers 200. From now on the stream ends with its token and with the process. */
  open(stream: EventStream): void {
    stream.open();
    this.streams.add(stream);
    this.metrics.countOpened();
    stream.onClose(() => this.remove(stream));
    this.rounds ??= setInterval(() => this.checkAll(Date.now()), ROUND_MILLISECONDS);
    if (this.shutdown.draining) stream.end('shutdown');
  }

  private remove(stream: EventStream): void {
    this.streams.delete(stream);
    this.metrics.countClosed(stream.close());
    if (this.streams.size > 0) return;
    clearInterval(this.rounds);
    this.rounds = undefined;
  }

  private checkAll(now: number): void {
    for (const stream of this.streams) {
      if (stream.expiresAt <= now) stream.end('expired', 'The token has expired');
      else if (now - stream.commentedAt >= COMMENT_MILLISECONDS) stream.comment(STILL_HERE, now);
    }
  }

  private endAll(): void {
    for (const stream of this.streams) stream.end('shutdown');
  }
}

function expiryOf({ user }: Request): number {
  const { exp } = user as { exp?: number };
  return exp === undefined ? Infinity : exp * 1000;
}

/** Node hands the connection over when the answer before this one is sent, which may be never. */
const PIPELINED = new ApiError({
  status: 400,
  detail: 'A stream cannot be requested after another request that is not answered yet',
});
