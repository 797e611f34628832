import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Answer } from './protocol';

/** What an exchange does with what reaches it; paths are with their query. */
interface Exchange {
  /** undefined: never answered. */
  readonly answer: (path: string) => Answer | undefined;
  readonly accept: (socket: WebSocket, path: string) => void;
  /** By how much everything is sent later. */
  readonly lagMilliseconds: () => number;
}

/** HTTP and WebSocket at one port of this machine, which it keeps while it does not listen. */
export class ExchangeServer {
  private readonly connections = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private server: Server | undefined;

  constructor(
    private port: number,
    private readonly exchange: Exchange,
  ) {}

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      this.respond(request.url ?? '/', response);
    });
    server.on('connection', (connection: Socket) => {
      this.connections.add(connection);
      connection.on('close', () => this.connections.delete(connection));
    });
    const webSockets = new WebSocketServer({ server });
    webSockets.on('connection', (socket, request) => {
      this.exchange.accept(socket, request.url ?? '/');
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Breaks every connection, forgets what was to be sent later, and refuses new connections. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    const server = this.server;
    this.server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const connection of this.connections) connection.destroy();
    await closed;
  }

  /** Resolves when all messages are sent; with a lag at once. */
  async send(socket: WebSocket, messages: readonly string[]): Promise<void> {
    await this.afterLag(() => Promise.all(messages.map((message) => sendMessage(socket, message))));
  }

  private respond(path: string, response: ServerResponse): void {
    const answer = this.exchange.answer(path);
    if (!answer) return;
    const { status, headers, body } = answer;
    this.afterLag(() => {
      response.writeHead(status ?? 200, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  /** What the action returns; undefined when it is still to come. */
  private afterLag<T>(action: () => T): T | undefined {
    const lag = this.exchange.lagMilliseconds();
    if (lag === 0) return action();
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, lag);
    this.timers.add(timer);
    return undefined;
  }
}

function sendMessage(socket: WebSocket, message: string): Promise<void> {
  return new Promise((resolve) => {
    socket.send(message, () => resolve());
  });
}
