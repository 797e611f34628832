import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isWebSocketPath } from './authentication/web-socket-tokens';
import { hasBody } from './body-deadline';

/** A connection that its client wants to go on with as a WebSocket, and what came on it after the head of the request. */
export interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** Undefined where the request is an ordinary one. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Has the handshakes of WebSockets served like every request: they get an id, their token is checked, they count for limits and
 * are routed, and what refuses them is answered in the one shape. Every other wish to upgrade is ignored, as Node ignores them
 * while nobody listens: clients of HTTP/2 send one with each request.
 */
export function serveUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has removed its own listener.
    socket.on('error', () => socket.destroy());
    const isHandshake =
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      isWebSocketPath(request) &&
      !hasBody(request.headers);
    whenAnswered(socket, () => {
      if (isHandshake) serveHandshake(server, request, { socket, head });
      else serveAgain(server, request, { socket, head });
    });
  });
}

/** The handshake is answered by what speaks the protocol from now on; for the log and the metrics it is over. */
export function detachUpgraded(response: ServerResponse, { socket }: Upgrade): void {
  response.detachSocket(socket);
  response.statusCode = 101;
  response.emit('close');
}

/** Node upgrades also while earlier requests of the connection wait for their answers. */
function whenAnswered(socket: Socket, act: () => void): void {
  const { _httpMessage: pending } = socket as { _httpMessage?: ServerResponse | null };
  if (pending) pending.once('close', () => whenAnswered(socket, act));
  else if (socket.writable) act();
}

function serveHandshake(server: Server, request: IncomingMessage, upgrade: Upgrade): void {
  upgrades.set(request, upgrade);
  const response = new ServerResponse(request);
  // Until it is a WebSocket, nothing can follow on this connection.
  response.shouldKeepAlive = false;
  response.assignSocket(upgrade.socket);
  response.once('finish', () => upgrade.socket.destroySoon());
  server.emit('request', request, response);
}

/** Gives the server the connection anew, with the same request but for its wish. */
function serveAgain(server: Server, request: IncomingMessage, { socket, head }: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  socket.setTimeout(0);
  server.emit('connection', socket);
}
