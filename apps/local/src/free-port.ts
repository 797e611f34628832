import { connect, createServer } from 'node:net';

/** From here on systems lend ports to outgoing connections: a server that binds one may find it taken a moment later. */
const FIRST_EPHEMERAL_PORT = 32_768;

/** The preferred port, or the next free one after it; ports of outgoing connections are not considered. */
export async function findFreePort(
  preferredPort: number,
  isFree: (port: number) => Promise<boolean> = isPortFree,
): Promise<number> {
  if (await isFree(preferredPort)) return preferredPort;
  const last = Math.min(preferredPort + 200, FIRST_EPHEMERAL_PORT - 1);
  for (let port = preferredPort + 1; port <= last; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${preferredPort} to ${Math.max(preferredPort, last)} is free.`);
}

/** Free on this address and, since a server on all addresses may still let one bind a single one, answered by nobody. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await canListen(port, host)) && !(await isAnswered(port));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // EACCES: a port that only root may take. Anything else (no such address) no other port would cure.
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const answer = (answered: boolean) => () => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}
