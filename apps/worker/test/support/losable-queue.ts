import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port';
import type { JobStage } from './job-stage';
import { within } from './within';

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

/** On Redis where TEST_REDIS_URL asks for it, with a server of its own to kill; else on Postgres. */
export async function openLosableQueue(): Promise<LosableQueue> {
  return process.env.TEST_REDIS_URL ? OwnRedis.start() : postgresQueue;
}

const postgresQueue: LosableQueue = {
  redisUrl: undefined,
  flush: async (stage) => {
    const tables = await stage.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'bullmq' and tablename <> 'migration'`,
    );
    await stage.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
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

/** Durable as production's is: an append-only file, written every second. */
class OwnRedis implements LosableQueue {
  private server: ChildProcess;

  private constructor(
    private readonly port: number,
    private readonly directory: string,
  ) {}

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await findFreePort(), mkdtempSync(join(tmpdir(), 'candelabra-redis-')));
    await redis.listen();
    return redis;
  }

  get redisUrl(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async flush(): Promise<void> {
    const redis = new Redis(this.redisUrl);
    await redis.flushall();
    redis.disconnect();
  }

  async interrupt(_stage: JobStage, meanwhile: () => Promise<void>): Promise<void> {
    await this.kill();
    try {
      await meanwhile();
    } finally {
      await this.listen();
    }
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async kill(): Promise<void> {
    const ended = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await ended;
  }

  private async listen(): Promise<void> {
    this.server = spawn(
      'redis-server',
      ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.directory, '--save', ''].concat([
        '--appendonly',
        'yes',
        '--appendfsync',
        'everysec',
        '--maxmemory-policy',
        'noeviction',
      ]),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const lines = createInterface({ input: this.server.stdout! });
    const listening = new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => line.includes('Ready to accept connections') && resolve());
      this.server.once('error', reject);
      this.server.once('exit', (code) => reject(new Error(`redis-server ended with exit code ${code}`)));
    });
    await within(listening, `redis-server listens on ${this.port}`);
  }
}
