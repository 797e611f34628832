import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { eventually } from '../../../apps/worker/test/support/within';
import { tokenOf } from './authorization';

const PATH = '/api/v1/streams/ws';
const MOST_BUFFERED_BYTES = 1_000_000;

/** A client of a subject of its own. */
export async function openSocket(apiUrl: string, subject: string): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${tokenOf(subject)}` };
  const socket = new WebSocket(`${apiUrl.replace('http', 'ws')}${PATH}`, { headers });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

/** What clients do that break a rule, and the code with which RFC 6455, 7.4, or the guide says that they are closed. */
export const BREACHES: readonly (readonly [string, (socket: WebSocket) => void, number])[] = [
  ['a frame of 1 MB', (socket) => socket.send(' '.repeat(1_000_000)), 1009],
  ['binary data', (socket) => socket.send(randomBytes(1_000)), 1003],
  ['invalid UTF-8', (socket) => socket.send(Buffer.from([0x22, 0xc3, 0x28]), { binary: false }), 1007],
  ['malformed JSON', (socket) => socket.send('{"action":'), 4400],
  ['parts of 1 KiB without end', (socket) => sendParts(socket, 1_024), 1009],
  ['parts of a byte without end', (socket) => sendParts(socket, 1), 1008],
  ['an unmasked frame', (socket) => rawOf(socket).write(Buffer.from([0x81, 2, 0x7b, 0x7d])), 1002],
];

function sendParts(socket: WebSocket, bytes: number): void {
  for (let part = 0; part < 2_000; part++) socket.send(' '.repeat(bytes), { fin: false });
}

function rawOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

/** Resolves with the code of the close. */
export function closeOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}

/** Pings as fast as the server reads, and reads none of the answers, until it is thrown out. */
export async function floodWithPings(socket: WebSocket): Promise<void> {
  socket.pause();
  const data = Buffer.alloc(125);
  await eventually(
    'the one that pings is thrown out',
    () => {
      while (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MOST_BUFFERED_BYTES) {
        socket.ping(data);
      }
      return Promise.resolve(socket.readyState);
    },
    (state) => state === WebSocket.CLOSED,
  );
}

/** Subscribes and unsubscribes without waiting; resolves with the names of the answers, in their order. */
export async function subscribeByStorm(socket: WebSocket, rounds: number): Promise<string[]> {
  const answers: string[] = [];
  socket.on('message', (text: Buffer) => {
    const { event } = JSON.parse(text.toString()) as { event: string };
    if (event !== 'kline') answers.push(event);
  });
  for (let round = 0; round < rounds; round++) {
    const symbols = Array.from({ length: 10 }, (_, n) => `faults:S${(round + n) % 50}`);
    for (const action of ['subscribe', 'unsubscribe']) {
      socket.send(JSON.stringify({ action, symbols, channels: ['kline_1m', 'ticker'] }));
    }
  }
  await eventually(
    'the storm is answered',
    () => Promise.resolve(answers.length),
    (count) => count >= 2 * rounds,
  );
  return answers;
}

/** The status line of a handshake with such headers, and the connection, which answers nothing by itself. */
export async function shakeHands(
  apiUrl: string,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<{ status: number; socket: Socket }> {
  const { hostname, port, host } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines = Object.entries({
    Host: host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${PATH}${query} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { status: Number(answer.toString('latin1').split(' ')[1]), socket };
}
