import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** The bytes of a request, built before the clock runs. */
export function requestBytes({ method, path, token, body }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * One keep-alive connection that has one request under way. It understands just what the contestants answer (a
 * Content-Length), so that requesting costs far less than answering.
 */
class Connection {
  #socket;
  #received = [];
  #receivedBytes = 0;
  #expectedBytes = 0;
  #settle;

  async open(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(this.#socket, 'connect');
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection')));
    return this;
  }

  /** Answers {status, body}, the body as a Buffer. */
  request(bytes) {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #receive(chunk) {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    if (this.#expectedBytes === 0) this.#readHead();
    if (this.#expectedBytes === 0 || this.#receivedBytes < this.#expectedBytes) return;
    const answer = Buffer.concat(this.#received);
    this.#received = [];
    this.#receivedBytes = 0;
    this.#expectedBytes = 0;
    const headEnd = answer.indexOf(HEAD_END);
    const { resolve } = this.#settle;
    this.#settle = undefined;
    resolve({ status: Number(answer.toString('latin1', 9, 12)), body: answer.subarray(headEnd + 4) });
  }

  #readHead() {
    const start = this.#received.length === 1 ? this.#received[0] : Buffer.concat(this.#received);
    this.#received = [start];
    const headEnd = start.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const length = /content-length: (\d+)/i.exec(start.toString('latin1', 0, headEnd));
    if (!length) {
      // A server that gives a connection up says so unasked, and closes it.
      this.#settle?.reject(new Error(`The answer has no Content-Length:\n${start}`));
      return;
    }
    this.#expectedBytes = headEnd + 4 + Number(length[1]);
  }
}

/** One request on a connection of its own; answers {status, body}. */
export async function sendRequest(port, bytes) {
  const connection = await new Connection().open(port);
  try {
    return await connection.request(bytes);
  } finally {
    connection.close();
  }
}

/**
 * As many connections as there are lists in `requests`, each sending its list of Buffers one after the other; answers the
 * milliseconds of every request. A status other than `expectedStatus` ends the run. The connections are new each time,
 * since a server closes those that were idle while others were measured.
 */
export async function drive(port, requests, expectedStatus = 200) {
  const connections = await Promise.all(requests.map(() => new Connection().open(port)));
  const latencies = [];
  const send = async (connection, bytes) => {
    const startedAt = performance.now();
    const { status, body } = await connection.request(bytes);
    latencies.push(performance.now() - startedAt);
    if (status !== expectedStatus) throw new Error(`The server answered ${status}: ${body}`);
  };
  try {
    await Promise.all(
      connections.map(async (connection, index) => {
        for (const bytes of requests[index]) await send(connection, bytes);
      }),
    );
    return latencies;
  } finally {
    for (const connection of connections) connection.close();
  }
}
