import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Problem } from '../../http/problem';
import { type Farewell, StreamConnection } from '../../http/event-streams/stream-connection';
import type { ClientSocket, ProtocolFault } from './client-socket';
import { toErrorEvent } from './server-messages.dto';
import { PING_FRAME, pongFrame, textFrame } from './web-socket-frames';

export const MOST_MESSAGE_BYTES = 65_536;

/** With which code the server closes, beside those of the library's own. */
const FAREWELL_CODES: Readonly<Record<Farewell, number>> = {
  expired: 4401,
  idle: 4408,
  shutdown: 1001,
  slow: 4429,
};

export const REFUSAL_CODES = { malformed: 4400, binary: 1003, limits: 4429 } as const;

const FAULTS: Readonly<Record<ProtocolFault, string>> = {
  1002: 'The frame breaks the protocol of WebSockets',
  1007: 'A message must be UTF-8',
  1008: 'A message has too many parts',
  1009: `A message must have at most ${MOST_MESSAGE_BYTES / 1024} KiB`,
};

/** In milliseconds: how often a ping is sent, and how long a socket may have no subscription. */
export interface SocketPatience {
  readonly ping: number;
  readonly idle: number;
}

/**
 * The connection of one WebSocket. Events are written to the socket past the library, as whole frames: so all sockets share the
 * buffer of an event, and one rule says how much may wait.
 */
export class SocketConnection extends StreamConnection {
  private readonly patience: SocketPatience;
  private pingedAt = Date.now();
  private isAlive = true;
  /** When the last message was answered; undefined while one is, or there are subscriptions. */
  idleSince: number | undefined = Date.now();

  constructor(
    private readonly client: ClientSocket,
    socket: Socket,
    { expiresAt, patience }: { expiresAt: number; patience: SocketPatience },
  ) {
    super(socket, expiresAt);
    this.patience = patience;
    client.onFault = (code) => this.answerFault(code);
    client.on('pong', () => this.showLife());
    client.on('ping', (data: Buffer) => {
      this.showLife();
      this.write(pongFrame(data));
    });
  }

  onClose(listener: () => void): void {
    this.client.once('close', listener);
  }

  /** The client sent something. */
  showLife(): void {
    this.isAlive = true;
  }

  /** Reads nothing more until `resume`. */
  pause(): void {
    this.client.pause();
  }

  resume(): void {
    this.isAlive = true;
    this.client.resume();
  }

  keepAlive(now: number): void {
    const { ping, idle } = this.patience;
    if (this.idleSince !== undefined && now - this.idleSince >= idle) {
      this.end('idle', `The socket had no subscription for ${idle / 1000} s`);
    } else if (now - this.pingedAt >= ping) {
      // What a socket sends that is not read is no sign of death.
      if (!this.isAlive && !this.client.isPaused) this.end('idle', 'A ping was not answered');
      else {
        this.pingedAt = now;
        this.isAlive = false;
        this.write(PING_FRAME);
      }
    }
  }

  /** Says what is wrong, and closes with the code. */
  refuse(code: number, problem: Problem): void {
    if (this.isOver()) return;
    this.socket.write(textFrame(JSON.stringify(toErrorEvent(problem))));
    this.leave('refused');
    this.closeWith(code, 'refused');
  }

  protected isConnected(): boolean {
    return this.client.readyState === WebSocket.OPEN;
  }

  protected sayGoodbye(reason: Farewell, event: string, json: string): void {
    this.socket.write(textFrame(json));
    this.closeWith(FAREWELL_CODES[reason], event);
  }

  private answerFault(code: ProtocolFault): void {
    if (this.isOver()) return;
    this.socket.write(textFrame(JSON.stringify(toErrorEvent({ status: 400, detail: FAULTS[code] }))));
    this.leave('refused');
  }

  /** The client's own close is to be read. */
  private closeWith(code: number, reason: string): void {
    this.client.close(code, reason);
    this.client.resume();
  }
}
