import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const IDLE_CHECK_MILLISECONDS = 50;
/** Who has connected just now may be about to send. */
const SILENCE_MILLISECONDS = 500;

/**
 * Prepares the end of a server that does not listen yet. The result accepts no more connections, and resolves when the requests
 * under way are answered. Node closes the connections that are idle at once, but keeps those that become idle later, and those
 * on which nothing was ever sent: browsers and clients with pools open such connections in advance, and may keep them for ever.
 */
export function prepareClosing(
  server: Server,
  silenceMilliseconds = SILENCE_MILLISECONDS,
): () => Promise<void> {
  const acceptedAt = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    acceptedAt.set(socket, performance.now());
    socket.once('close', () => acceptedAt.delete(socket));
  });
  const closeIdle = () => {
    server.closeIdleConnections();
    const latest = performance.now() - silenceMilliseconds;
    for (const [socket, time] of acceptedAt) if (socket.bytesRead === 0 && time <= latest) socket.destroy();
  };
  return async () => {
    const closingIdle = setInterval(closeIdle, IDLE_CHECK_MILLISECONDS);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearInterval(closingIdle);
  };
}
