import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { sessionPoolOf } from './pool';
import { withConnection } from './with-connection';

/**
 * Works that one process of all does at a time; the numbers are the keys of advisory locks. One worker may have all of them:
 * the least DATABASE_POOL_SIZE is two more than there are.
 */
export const LOCK_KEYS = {
  'count the quality of series': 8_003_176_371,
  'roll candles up': 8_003_176_372,
  'delete what is old': 8_003_176_373,
  'delete old headlines': 8_003_176_374,
  'refresh features': 8_003_176_391,
} as const;

/** The lock's connection would otherwise be cut for its silence while the work goes on over others. */
const HEARTBEAT_MILLISECONDS = 10_000;

interface ExclusiveOptions {
  readonly stop?: AbortSignal;
  readonly heartbeatMilliseconds?: number;
}

/**
 * Does the work, unless another process is at it: then there is nothing to do. A process that dies lets go of it. The signal
 * stops the work: the caller is stopping, or the lock is lost, and then this rejects.
 */
export async function exclusively(
  dataSource: DataSource,
  what: keyof typeof LOCK_KEYS,
  work: (ending: AbortSignal) => Promise<unknown>,
  { stop, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS }: ExclusiveOptions = {},
): Promise<void> {
  // After a failure the connection is closed, and the lock goes with it.
  await withConnection(sessionPoolOf(dataSource), async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCK_KEYS[what],
    ]);
    if (!rows[0].locked) return;
    const ending = new AbortController();
    const end = () => ending.abort();
    if (stop?.aborted) end();
    stop?.addEventListener('abort', end);
    try {
      await whileHeld(client, heartbeatMilliseconds, ending, work);
    } finally {
      stop?.removeEventListener('abort', end);
    }
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEYS[what]]);
  });
}

async function whileHeld(
  client: PoolClient,
  heartbeatMilliseconds: number,
  ending: AbortController,
  work: (ending: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const done = new AbortController();
  let loss: Error | undefined;
  const lose = (error: Error) => {
    loss ??= error;
    ending.abort(error);
  };
  client.on('error', lose);
  const heartbeat = beat(client, heartbeatMilliseconds, done.signal).catch(lose);
  try {
    await work(ending.signal);
  } finally {
    done.abort();
    await heartbeat;
    client.off('error', lose);
  }
  if (loss) throw loss;
}

/** One after the other: a question that waits for its answer must not break the silence. */
async function beat(client: PoolClient, milliseconds: number, done: AbortSignal): Promise<void> {
  while (await passes(milliseconds, done)) await client.query('select 1');
}

/** False when it was over before. */
function passes(milliseconds: number, done: AbortSignal): Promise<boolean> {
  return delay(milliseconds, true, { signal: done }).catch(() => false);
}
