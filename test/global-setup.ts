import { randomBytes, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '../apps/local/src/embedded-postgres/start-embedded-postgres';
import { makeRunFolder } from './run-folder';

/** Apart from the ports that a running Candelabra prefers, and from those that the suites use. */
const PORTS = { first: 16_000, count: 3_800 } as const;

declare global {
  /** How teardown takes back what setup started; Jest runs both in one process. */
  var stopTestPostgres: (() => Promise<void>) | undefined;
}

/** One Postgres for the whole run, unless TEST_DATABASE_URL names one. The test processes inherit the variables. */
async function setUp(): Promise<void> {
  process.env.TEST_RUN_ID = randomBytes(4).toString('hex');
  if (process.env.TEST_DATABASE_URL) return;
  const dataDirectory = makeRunFolder();
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    // Of two runs that start at once, both would find the same one free.
    preferredPort: PORTS.first + randomInt(PORTS.count),
    durable: false,
  });
  process.env.TEST_DATABASE_URL = postgres.url;
  const stop = async () => {
    await postgres.stop();
    for (const directory of [dataDirectory, postgres.directory]) {
      rmSync(directory, { recursive: true, force: true });
    }
  };
  globalThis.stopTestPostgres = stop;
  // An interrupted run gets no teardown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
}

module.exports = setUp;
