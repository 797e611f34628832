import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { migrate } from '#domain/database/migrate';
import { migrateQueueSchema } from '#messaging/queue-schema';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../apps/local/src/embedded-postgres/start-embedded-postgres';
import { findFreePort } from '../../../apps/worker/test/support/free-port';
import { queryAt } from './query-at';

/** A Postgres of its own that syncs every commit to its disk, and that can be killed like a machine that loses its power. */
export class DurablePostgres {
  private constructor(
    private readonly dataDirectory: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<DurablePostgres> {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'candelabra-faults-'));
    chmodSync(dataDirectory, 0o755); // else, as root, the database would be kept elsewhere
    const server = await startEmbeddedPostgres({ dataDirectory, preferredPort: await findFreePort() });
    await migrate(server.url, migrateQueueSchema);
    return new DurablePostgres(dataDirectory, server);
  }

  get url(): string {
    return this.server.url;
  }

  /** The postmaster dies at once, and its processes with it; nothing is written any more. */
  crash(): void {
    process.kill(this.postmaster, 'SIGKILL');
  }

  /** Its processes answer nothing more, and their connections stay open; until the function that it resolves with is called. */
  async hang(): Promise<() => void> {
    const backends = await this.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    );
    const pids = [this.postmaster, ...backends.map(({ pid }) => pid)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
  }

  /** At the address it had before. */
  async restart(): Promise<void> {
    this.server = await startEmbeddedPostgres({
      dataDirectory: this.dataDirectory,
      preferredPort: this.server.port,
    });
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return queryAt(this.url, text, values);
  }

  async close(): Promise<void> {
    await this.server.stop();
    for (const directory of [this.dataDirectory, this.server.directory]) {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  private get postmaster(): number {
    const pidFile = join(this.server.directory, 'data', 'postmaster.pid');
    return Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  }
}
