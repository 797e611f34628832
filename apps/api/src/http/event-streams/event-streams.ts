import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error';
import { callerKey } from '../caller-key';
import { EventStream } from './event-stream';
import { openEventStream } from './event-text';
import { expiryOf, StreamConnections } from './stream-connections';
import { StreamMetrics } from './stream-metrics';
import { StreamSlots } from './stream-slots';

/** The streams of server-sent events of this process, of every kind. */
@Injectable()
export class EventStreams {
  constructor(
    private readonly connections: StreamConnections,
    private readonly metrics: StreamMetrics,
    private readonly slots: StreamSlots,
  ) {}

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
    this.metrics.countOpened();
    stream.onClose(() => this.metrics.countClosed(stream.close()));
    this.connections.add(stream);
  }
}

/** Node hands the connection over when the answer before this one is sent, which may be never. */
const PIPELINED = new ApiError({
  status: 400,
  detail: 'A stream cannot be requested after another request that is not answered yet',
});
