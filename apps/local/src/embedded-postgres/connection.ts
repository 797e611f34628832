import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { SUPERUSER } from './cluster';

const DATABASE = 'candelabra';
const INVALID_CATALOG_NAME = '3D000';
const INVALID_PASSWORD = '28P01';
const CANNOT_CONNECT_NOW = '57P03';
const DUPLICATE_DATABASE = '42P04';

export function embeddedDatabaseUrl(port: number, password: string, database = DATABASE): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

export interface WaitOptions {
  readonly timeoutSeconds: number;
  /** Called between attempts: false ends the wait. */
  readonly isStillRunning: () => boolean;
  readonly signal: AbortSignal | undefined;
}

/** Resolves with true when the server takes connections, with false when it went away instead. */
export async function waitUntilAccepting(
  port: number,
  password: string,
  options: WaitOptions,
): Promise<boolean> {
  const deadline = performance.now() + options.timeoutSeconds * 1000;
  for (;;) {
    options.signal?.throwIfAborted();
    if (!options.isStillRunning()) return false;
    const obstacle = await tryToConnect(embeddedDatabaseUrl(port, password, 'postgres'));
    if (!obstacle) return true;
    if (isErrorCode(obstacle, INVALID_PASSWORD)) {
      throw new Error(
        `The Postgres on port ${port} does not know the password kept in the data folder: it is not ours, or the file was replaced.`,
      );
    }
    if (obstacle instanceof DatabaseError && !isErrorCode(obstacle, CANNOT_CONNECT_NOW)) throw obstacle;
    if (performance.now() > deadline) {
      throw new Error(
        `The embedded Postgres took no connection within ${options.timeoutSeconds} s: ${obstacle.message}`,
      );
    }
    await delay(20);
  }
}

export async function ensureDatabase(port: number, password: string): Promise<void> {
  const obstacle = await tryToConnect(embeddedDatabaseUrl(port, password));
  if (!obstacle) return;
  if (!isErrorCode(obstacle, INVALID_CATALOG_NAME)) throw obstacle;
  const client = new Client({ connectionString: embeddedDatabaseUrl(port, password, 'postgres') });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (!isErrorCode(error, DUPLICATE_DATABASE)) throw error;
  } finally {
    await client.end();
  }
}

async function tryToConnect(connectionString: string): Promise<Error | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the server may end the session while we close it
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code;
}
