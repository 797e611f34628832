import type { Response } from 'express';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { eventText, openEventStream } from './event-text';

export const STREAM_ENDS = ['client', 'expired', 'finished', 'shutdown', 'slow'] as const;

export type StreamEnd = (typeof STREAM_ENDS)[number];

/** What a reader may leave unread. The buffers are shared, but what the system keeps for each connection is not. */
const MOST_PENDING_BYTES = 65_536;
const DRAIN_MILLISECONDS = 10_000;
const GOODBYE_MILLISECONDS = 1_000;

/** The connection of one open stream: what is written goes to its reader at once, and a reader that is too slow is dropped. */
export class EventStream {
  commentedAt = Date.now();
  private closedBy: StreamEnd | undefined;

  /**
   * After the head of the answer the socket is written to directly: the response's own way costs half as much again.
   * `expiresAt` is when the token ends, in milliseconds since 1970; Infinity where it does not.
   */
  constructor(
    private readonly response: Response,
    private readonly socket: Socket,
    readonly expiresAt: number,
  ) {}

  /** Nothing is sent any more. */
  isOver(): boolean {
    return this.closedBy !== undefined || this.response.destroyed;
  }

  /** Also called where the answer was an error instead of a stream. */
  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  /** Answers 200: from now on it can also be closed. */
  open(): void {
    openEventStream(this.response);
  }

  write(part: Buffer): void {
    if (this.closedBy) return;
    this.socket.write(part);
    if (this.socket.writableLength > MOST_PENDING_BYTES) this.drop();
  }

  /** Writes, and resolves when the reader has taken it. */
  async writeAndDrain(part: Buffer): Promise<void> {
    if (!this.socket.write(part) && !(await this.isDrained())) this.drop();
  }

  comment(text: Buffer, now: number): void {
    this.commentedAt = now;
    this.write(text);
  }

  /** Says why, if the reader still takes it, and closes the connection. */
  end(reason: 'expired' | 'shutdown' | 'slow', detail?: string): void {
    const event = reason === 'slow' ? 'dropped' : reason;
    this.leave(
      reason,
      GOODBYE_MILLISECONDS,
      eventText(event, JSON.stringify({ event, ...(detail && { detail }) })),
    );
  }

  drop(): void {
    this.end('slow', 'More was waiting than the reader took; connect again with the last id to resume');
  }

  /** Nothing follows what was written: closes the connection when the reader has taken it. */
  finish(): void {
    this.leave('finished', DRAIN_MILLISECONDS);
  }

  /** The connection is closed; answers what closed the stream. */
  close(): StreamEnd {
    return (this.closedBy ??= 'client');
  }

  private leave(reason: StreamEnd, patienceMilliseconds: number, lastWords = ''): void {
    if (this.closedBy) return;
    this.closedBy = reason;
    this.socket.end(lastWords);
    setTimeout(() => this.socket.destroy(), patienceMilliseconds).unref();
  }

  private async isDrained(): Promise<boolean> {
    const signal = AbortSignal.timeout(DRAIN_MILLISECONDS);
    return once(this.socket, 'drain', { signal }).then(
      () => true,
      () => false,
    );
  }
}
