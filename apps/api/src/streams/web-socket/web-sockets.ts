import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { WebSocketServer } from 'ws';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError } from '../../http/api-error';
import { BEARER_PROTOCOL } from '../../http/authentication/web-socket-tokens';
import { callerKey } from '../../http/caller-key';
import { expiryOf } from '../../http/event-streams/stream-connections';
import { StreamSlots } from '../../http/event-streams/stream-slots';
import { mayOpenWebSocket } from '../../http/origins';
import { detachUpgraded, upgradeOf } from '../../http/upgrades';
import { ClientSocket } from './client-socket';
import { MOST_MESSAGE_BYTES } from './socket-connection';
import { SocketSessions } from './socket-sessions';

/** Of a message, in frames, and of a frame, as the network brings it: each costs some hundred bytes until the message is whole. */
const MOST_PARTS = { maxFragments: 1_024, maxBufferedChunks: 4_096 };

/** The handshakes of WebSockets. Everything before them, as the check of the token, is that of every request. */
@Injectable()
export class WebSockets implements OnModuleInit {
  private readonly handshakes = new WebSocketServer<typeof ClientSocket>({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_MESSAGE_BYTES,
    ...MOST_PARTS,
    // The library would send pongs without end to who does not read them.
    autoPong: false,
    handleProtocols: (offered) => (offered.has(BEARER_PROTOCOL) ? BEARER_PROTOCOL : false),
    WebSocket: ClientSocket,
  });

  constructor(
    private readonly slots: StreamSlots,
    private readonly sessions: SocketSessions,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.handshakes.on('wsClientError', ({ message }: Error) => {
      throw new ApiError({ status: 400, detail: message, headers: { 'sec-websocket-version': '13, 8' } });
    });
    this.handshakes.on('headers', (headers: string[], request) => {
      const { res: response } = request as Request;
      headers.push(`X-Request-Id: ${String(response?.getHeader('x-request-id'))}`);
    });
  }

  /** Answers 101. Throws where the request is no handshake, or the caller or the process has too many streams. */
  open(request: Request, response: Response): void {
    const upgrade = upgradeOf(request);
    if (!upgrade) throw NO_HANDSHAKE;
    if (!mayOpenWebSocket(request, this.environment)) throw FOREIGN_ORIGIN;
    const caller = callerKey(request);
    const takeSlot = () => this.slots.take(caller);
    const slots = [takeSlot()];
    // Given back with the request, unless the socket has it by then.
    const unused = [...slots];
    response.once('close', () => unused.forEach((release) => release()));
    this.handshakes.handleUpgrade(request, upgrade.socket, upgrade.head, (client) => {
      unused.length = 0;
      const requestId = String(response.getHeader('x-request-id'));
      detachUpgraded(response, upgrade);
      const session = { expiresAt: expiryOf(request), requestId, slots, takeSlot };
      this.sessions.begin(client, upgrade.socket, session);
    });
  }
}

const NO_HANDSHAKE = new ApiError({
  status: 426,
  detail: 'This is a WebSocket: send a handshake, with Connection: Upgrade and Upgrade: websocket',
  headers: { upgrade: 'websocket', connection: 'upgrade, close' },
});

const FOREIGN_ORIGIN = new ApiError({
  status: 403,
  detail: 'Pages of this origin may open no WebSocket here; CORS_ORIGINS names those that may',
});
