import type { Socket } from 'node:net';
import { databaseSocket } from './database-sockets';

/**
 * A socket that breaks when nothing was received or sent for so long. A network that swallows packets leaves connections open,
 * and whoever waits for an answer on one would otherwise wait for many minutes.
 */
export function silenceBreakingSocket(milliseconds: number): Socket {
  const socket = databaseSocket();
  socket.setTimeout(milliseconds, () => {
    socket.destroy(new Error(`Connection terminated: the server was silent for ${milliseconds} ms`));
  });
  return socket;
}
