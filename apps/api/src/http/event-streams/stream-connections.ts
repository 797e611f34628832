import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import { Shutdown } from '#platform/shutdown/shutdown';
import type { StreamConnection } from './stream-connection';

const ROUND_MILLISECONDS = 250;

/**
 * The connections of this process on which events go out, of every protocol. One timer serves all of them: their signs of life,
 * and the end of their tokens.
 */
@Injectable()
export class StreamConnections implements OnModuleInit, OnModuleDestroy {
  private readonly connections = new Set<StreamConnection>();
  private rounds: NodeJS.Timeout | undefined;

  constructor(private readonly shutdown: Shutdown) {}

  onModuleInit(): void {
    this.shutdown.signal.addEventListener('abort', () => this.endAll(), { once: true });
  }

  onModuleDestroy(): void {
    this.endAll();
  }

  /** From now on the connection ends with its token and with the process. */
  add(connection: StreamConnection): void {
    this.connections.add(connection);
    connection.onClose(() => this.remove(connection));
    this.rounds ??= setInterval(() => this.checkAll(Date.now()), ROUND_MILLISECONDS);
    if (this.shutdown.draining) connection.end('shutdown');
  }

  endAll(): void {
    for (const connection of this.connections) connection.end('shutdown');
  }

  private remove(connection: StreamConnection): void {
    this.connections.delete(connection);
    if (this.connections.size > 0) return;
    clearInterval(this.rounds);
    this.rounds = undefined;
  }

  private checkAll(now: number): void {
    for (const connection of this.connections) {
      if (connection.expiresAt <= now) connection.end('expired', 'The token has expired');
      else connection.keepAlive(now);
    }
  }
}

/** When the token of a request ends, in milliseconds since 1970; Infinity where it does not. */
export function expiryOf({ user }: Request): number {
  const { exp } = user as { exp?: number };
  return exp === undefined ? Infinity : exp * 1000;
}
