import { Redis } from 'ioredis';

/** Databases of a Redis server; the first ones are left to others. */
const FIRST_DATABASE = 8;
const DATABASE_COUNT = 8;

/**
 * The queue of a suite: an emptied database of the Redis that TEST_REDIS_URL names, else the Postgres that holds
 * everything. Suites of one Jest process follow each other, and each process has a database of its own.
 */
export async function prepareTestQueue(): Promise<string | undefined> {
  const given = process.env.TEST_REDIS_URL;
  if (!given) return undefined;
  const url = new URL(given);
  url.pathname = `/${FIRST_DATABASE + (Number(process.env.JEST_WORKER_ID ?? 1) % DATABASE_COUNT)}`;
  const redis = new Redis(url.href);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
  return url.href;
}
