import { createServer } from 'node:net';

const [FIRST, COUNT, ATTEMPTS] = [20_000, 12_000, 200];

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** A free TCP port below 32768: higher ones are lent out to outgoing connections, and may be taken again a moment later. */
export async function findFreePort() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port found between ${FIRST} and ${FIRST + COUNT}.`);
}
