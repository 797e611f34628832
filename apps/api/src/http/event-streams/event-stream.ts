import type { Response } from 'express';
import type { Socket } from 'node:net';
import { eventText, openEventStream } from './event-text';
import { type Farewell, StreamConnection } from './stream-connection';

const COMMENT_MILLISECONDS = 15_000;
/** Keeps proxies from taking a quiet stream for a dead one. */
const STILL_HERE = Buffer.from(': still here\n\n');

/** The connection of one open stream of server-sent events. */
export class EventStream extends StreamConnection {
  private commentedAt = Date.now();

  /** After the head of the answer the socket is written to directly: the response's own way costs half as much again. */
  constructor(
    private readonly response: Response,
    socket: Socket,
    expiresAt: number,
  ) {
    super(socket, expiresAt);
  }

  /** Also called where the answer was an error instead of a stream. */
  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  /** Answers 200: from now on it can also be closed. */
  open(): void {
    openEventStream(this.response);
  }

  keepAlive(now: number): void {
    if (now - this.commentedAt < COMMENT_MILLISECONDS) return;
    this.commentedAt = now;
    this.write(STILL_HERE);
  }

  /** By the socket: look-ups on the response, whose prototype Express replaces, are slow, and each event needs one. */
  protected isConnected(): boolean {
    return !this.socket.destroyed;
  }

  protected sayGoodbye(_reason: Farewell, event: string, json: string): void {
    this.socket.end(eventText(event, json));
  }
}
