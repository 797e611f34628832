import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems lend to outgoing connections: those may be taken again a moment later. */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;
const ATTEMPTS = 100;
/**
 * Who gets a port listens on it a second later. Meanwhile nobody else of the run is given it: each of Jest's processes has ports of
 * its own, one after the other.
 */
const LANES = 16;
const lane = Number(process.env.JEST_WORKER_ID ?? 0) % LANES;
let next = Math.floor(Math.random() * (PORT_COUNT / LANES));

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST_PORT + ((next++ * LANES + lane) % PORT_COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port among ${ATTEMPTS} from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, exclusive: true });
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
