import type { JobStage } from './job-stage';
import { OwnRedis } from './own-redis';
import { eventually } from './within';

const LOCK_NOT_AVAILABLE = '55P03';

/** A queue that a suite may damage. */
export interface LosableQueue {
  /** Undefined for the one that Postgres holds. */
  readonly redisUrl: string | undefined;
  /** Forgets every job. */
  flush(stage: JobStage): Promise<void>;
  /** Cuts it off from everybody; resolves once it is back after `meanwhile`. */
  interrupt(stage: JobStage, meanwhile: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** On Redis where TEST_REDIS_URL is set, with a server of its own to kill; else on Postgres. */
export async function openLosableQueue(): Promise<LosableQueue> {
  return process.env.TEST_REDIS_URL ? redisQueue(await OwnRedis.start()) : postgresQueue;
}

const postgresQueue: LosableQueue = {
  redisUrl: undefined,
  flush: async (stage) => {
    const tables = await stage.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'bullmq' and tablename <> 'migration'`,
    );
    await truncatePatiently(stage, tables.map(({ name }) => name).join(', '));
  },
  interrupt: async (stage, meanwhile) => {
    await stage.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and (application_name like '%queue' or application_name = 'backtest')`,
    );
    await meanwhile();
  },
  close: () => Promise.resolve(),
};

/**
 * Workers that live lock the same tables in an order of their own. Who gives up sooner than Postgres looks for deadlocks
 * (after one second) ends them before anybody is hurt.
 */
async function truncatePatiently(stage: JobStage, tables: string): Promise<void> {
  const isTruncated = async () => {
    try {
      await stage.query(`set local lock_timeout = '100ms'; truncate ${tables}`);
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      return false;
    }
  };
  await eventually('the queue is emptied', isTruncated, Boolean);
}

function redisQueue(redis: OwnRedis): LosableQueue {
  return {
    redisUrl: redis.redisUrl,
    flush: () => redis.flush(),
    interrupt: async (_stage, meanwhile) => {
      await redis.kill();
      try {
        await meanwhile();
      } finally {
        await redis.listen();
      }
    },
    close: () => redis.close(),
  };
}
