import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { AUTHORIZATION } from './authorization';

/** A client that opens a stream and never reads what comes: its window fills, then the server's buffers. */
export async function openStalledReader(apiUrl: string, streamPath: string): Promise<Socket> {
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  socket.pause();
  // The server is free to throw it out.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${streamPath} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`);
  return socket;
}

/** The same on a WebSocket. */
export async function openStalledSocket(apiUrl: string, subscription: object): Promise<WebSocket> {
  const url = `${apiUrl.replace('http', 'ws')}/api/v1/streams/ws`;
  const socket = new WebSocket(url, { headers: { authorization: AUTHORIZATION } });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.pause();
  socket.send(JSON.stringify({ action: 'subscribe', ...subscription }));
  return socket;
}
