import type { JobStage } from './job-stage';
import { OwnRedis } from './own-redis';
import { truncatePatiently } from './truncate-patiently';

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
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and application_name like '%queue'`,
    );
    await meanwhile();
  },
  close: () => Promise.resolve(),
};

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
