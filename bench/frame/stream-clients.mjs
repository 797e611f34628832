import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { requireAgreement } from './measurement.mjs';
import { requestBytes } from './http-load.mjs';

const OPENED_AT_ONCE = 50;
const EVENT = /id: \d+\.(\d+)\ndata: [^\n]*"close":"(\d+)"/g;
const PATIENCE_MILLISECONDS = 30_000;

/**
 * Many readers of one stream, each on a connection of its own. Closes count up by one: each reader must get every one of them,
 * and the time since the commit that its id names is its latency.
 */
export class StreamClients {
  #sockets = [];
  #port;
  #bytes;
  #last = [];
  #latencies = [];

  constructor(port, { path, token }) {
    this.#port = port;
    this.#bytes = requestBytes({ method: 'GET', path, token });
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
      const end = unread.lastIndexOf('\n\n');
      if (end < 0) return;
      this.#read(index, unread.slice(0, end));
      unread = unread.slice(end);
    });
    await once(socket, 'connect');
    socket.write(this.#bytes);
    await once(socket, 'data');
  }

  #read(index, text) {
    const now = Date.now();
    for (const [, committedAt, close] of text.matchAll(EVENT)) {
      const number = Number(close);
      const last = this.#last[index];
      if (last !== undefined && number > last) {
        requireAgreement(number === last + 1, `a stream went from ${last} to ${number}`);
        this.#latencies.push(now - Number(committedAt));
      }
      this.#last[index] = number;
    }
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
