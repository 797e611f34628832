import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { requireAgreement } from './measurement.mjs';
import { requestBytes } from './http-load.mjs';

const OPENED_AT_ONCE = 50;
const PATIENCE_MILLISECONDS = 30_000;

/** What a reader sends on its connection, and how it finds whole events in what comes. */
export function eventStream({ path, token }) {
  return {
    request: requestBytes({ method: 'GET', path, token }),
    event: /id: \d+\.(?<committedAt>\d+)\ndata: [^\n]*"close":"(?<close>\d+)"[^\n]*\n\n/g,
  };
}

export function webSocket({ path, token, symbols, channels }) {
  const headers = [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  return {
    request: Buffer.concat([
      Buffer.from(`${headers.join('\r\n')}\r\n\r\n`),
      clientFrame(JSON.stringify({ action: 'subscribe', symbols, channels })),
    ]),
    event: /"close":"(?<close>\d+)"[^}]*\},"id":"\d+\.(?<committedAt>\d+)[.\d]*"\}/g,
  };
}

/** Up to 65,535 bytes of text, masked with zeros: a mask must be there. */
function clientFrame(text) {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  header.writeUInt16BE(payload.length, 2);
  return Buffer.concat([header, payload]);
}

/**
 * Many readers of one series, each on a connection of its own. Closes count up by one: each reader must get every one of them,
 * and the time since the commit that its id names is its latency.
 */
export class StreamClients {
  #sockets = [];
  #port;
  #protocol;
  #last = [];
  #latencies = [];

  constructor(port, protocol) {
    this.#port = port;
    this.#protocol = protocol;
  }

  async open(count) {
    while (this.#sockets.length < count) {
      const some = Math.min(OPENED_AT_ONCE, count - this.#sockets.length);
      await Promise.all(Array.from({ length: some }, () => this.#openOne()));
    }
  }

  async #openOne() {
    const socket = connect({ port: this.#port, host: '127.0.0.1' });
    const index = this.#sockets.push(socket) - 1;
    socket.setEncoding('latin1');
    let unread = '';
    socket.on('data', (text) => {
      unread += text;
      unread = unread.slice(this.#read(index, unread));
    });
    await once(socket, 'connect');
    socket.write(this.#protocol.request);
    await once(socket, 'data');
  }

  /** Answers where the last whole event ends. */
  #read(index, text) {
    const now = Date.now();
    let end = 0;
    for (const match of text.matchAll(this.#protocol.event)) {
      end = match.index + match[0].length;
      const { committedAt, close } = match.groups;
      const number = Number(close);
      const last = this.#last[index];
      if (last !== undefined && number > last) {
        requireAgreement(number === last + 1, `a stream went from ${last} to ${number}`);
        this.#latencies.push(now - Number(committedAt));
      }
      this.#last[index] = number;
    }
    return end;
  }

  /** Waits until every reader has received this one; answers the latencies since the last call. */
  async all(number) {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    for (let index = 0; index < this.#sockets.length; index++) {
      while (this.#last[index] !== number) {
        requireAgreement(
          performance.now() < deadline,
          `a stream is at ${this.#last[index]}, not at ${number}`,
        );
        await delay(5);
      }
    }
    return this.#latencies.splice(0);
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
  }
}
