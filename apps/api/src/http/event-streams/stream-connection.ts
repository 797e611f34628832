import { once } from 'node:events';
import type { Socket } from 'node:net';

export const STREAM_ENDS = ['client', 'expired', 'finished', 'idle', 'refused', 'shutdown', 'slow'] as const;

export type StreamEnd = (typeof STREAM_ENDS)[number];

/** Why the server ends a connection, with an event of that name; that of a slow reader is `dropped`. */
export type Farewell = Extract<StreamEnd, 'expired' | 'idle' | 'shutdown' | 'slow'>;

/** What a reader may leave unread. The buffers are shared, but what the system keeps for each connection is not. */
const MOST_PENDING_BYTES = 65_536;
const DRAIN_MILLISECONDS = 10_000;
const GOODBYE_MILLISECONDS = 1_000;

/**
 * A connection on which events go out, of whichever protocol: what is written goes to its reader at once, and a reader that is
 * too slow is dropped.
 */
export abstract class StreamConnection {
  private closedBy: StreamEnd | undefined;
  private drained: Promise<boolean> | undefined;

  /** `expiresAt` is when the token ends, in milliseconds since 1970; Infinity where it does not. */
  constructor(
    protected readonly socket: Socket,
    readonly expiresAt: number,
  ) {}

  abstract onClose(listener: () => void): void;

  /** Shows, from time to time, that the connection is alive. */
  abstract keepAlive(now: number): void;

  protected abstract isConnected(): boolean;

  /** The last event, after which the connection closes. */
  protected abstract sayGoodbye(reason: Farewell, event: string, json: string): void;

  /** Nothing is sent any more. */
  isOver(): boolean {
    return this.closedBy !== undefined || !this.isConnected();
  }

  write(part: Buffer): void {
    if (this.isOver()) return;
    this.socket.write(part);
    if (this.socket.writableLength > MOST_PENDING_BYTES) this.drop();
  }

  /** Writes, and resolves when the reader has taken it. */
  async writeAndDrain(part: Buffer): Promise<void> {
    if (this.isOver()) return;
    if (!this.socket.write(part) && !(await this.isDrained())) this.drop();
  }

  /** Says why, if the reader still takes it, and closes the connection. */
  end(reason: Farewell, detail?: string): void {
    if (this.isOver()) return;
    this.leave(reason, GOODBYE_MILLISECONDS);
    const event = reason === 'slow' ? 'dropped' : reason;
    this.sayGoodbye(reason, event, JSON.stringify({ event, ...(detail && { detail }) }));
  }

  drop(): void {
    this.end('slow', 'More was waiting than the reader took; connect again with the last id to resume');
  }

  /** Nothing follows what was written: closes the connection when the reader has taken it. */
  finish(): void {
    if (this.isOver()) return;
    this.leave('finished', DRAIN_MILLISECONDS);
    this.socket.end();
  }

  /** The connection is closed; answers what closed the stream. */
  close(): StreamEnd {
    return (this.closedBy ??= 'client');
  }

  /** From now on nothing is sent, and after that time the connection is cut. */
  protected leave(reason: StreamEnd, patienceMilliseconds = GOODBYE_MILLISECONDS): void {
    this.closedBy ??= reason;
    setTimeout(() => this.socket.destroy(), patienceMilliseconds).unref();
  }

  /** However many wait on one connection, one of them listens. */
  private isDrained(): Promise<boolean> {
    this.drained ??= once(this.socket, 'drain', { signal: AbortSignal.timeout(DRAIN_MILLISECONDS) })
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.drained = undefined));
    return this.drained;
  }
}
