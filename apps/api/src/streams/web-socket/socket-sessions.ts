import { Inject, Injectable } from '@nestjs/common';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { StreamConnections } from '../../http/event-streams/stream-connections';
import { failureProblem } from '../../http/failure-problem';
import type { ClientSocket } from './client-socket';
import { SocketConnection } from './socket-connection';
import { SocketMetrics } from './socket-metrics';
import { SocketSession } from './socket-session';
import { SocketStreams } from './socket-streams';

interface Accepted {
  /** When the token ends, in milliseconds since 1970; Infinity where it does not. */
  readonly expiresAt: number;
  readonly requestId: string;
  /** The socket's own. */
  readonly slots: (() => void)[];
  readonly takeSlot: () => () => void;
}

/** The conversations on the WebSockets of this process. */
@Injectable()
export class SocketSessions {
  constructor(
    private readonly streams: SocketStreams,
    private readonly connections: StreamConnections,
    private readonly metrics: SocketMetrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Until the socket closes; then its streams are closed and its slots free. */
  begin(client: ClientSocket, socket: Socket, { expiresAt, requestId, slots, takeSlot }: Accepted): void {
    const { webSocketPingSeconds, webSocketIdleSeconds, defaultExchange } = this.environment;
    const patience = { ping: webSocketPingSeconds * 1_000, idle: webSocketIdleSeconds * 1_000 };
    const connection = new SocketConnection(client, socket, { expiresAt, patience });
    const session = new SocketSession(connection, {
      defaultExchange,
      slots,
      takeSlot,
      follow: (subscription, since) => this.streams.follow(connection, subscription, since),
      problemOf: (error) => failureProblem(error, requestId, this.logger),
    });
    client.on('message', (message: Buffer, isBinary) => session.receive(message, isBinary));
    client.on('error', (error) =>
      this.logger.debug({ err: error, request_id: requestId }, 'A WebSocket failed'),
    );
    client.on('close', (code) => {
      session.close();
      this.metrics.countClosed(client.sentCode ?? code);
    });
    this.metrics.countOpened();
    this.connections.add(connection);
  }
}
