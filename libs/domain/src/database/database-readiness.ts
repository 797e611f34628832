import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { DataSource } from 'typeorm';

const RETRY_MILLISECONDS = 1_000;
/** A probe's own patience is a few seconds. */
const ANSWER_MILLISECONDS = 2_000;

@Injectable()
export class DatabaseReadiness {
  private migrated = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Throws when the database is out of reach, or older than this program. */
  async check(): Promise<void> {
    try {
      this.migrated = await Promise.race([this.isMigrated(), silence()]);
    } catch {
      throw new Error('The database is not reachable');
    }
    if (!this.migrated) throw new Error('Migrations are pending: run `npm run migrate`');
  }

  /** Waits until the schema is the one this program was written for, and says each time why it is not. */
  async untilMigrated(signal: AbortSignal, report: (problem: string) => void): Promise<void> {
    for (;;) {
      try {
        await this.check();
        return;
      } catch (error) {
        report((error as Error).message);
      }
      await setTimeout(RETRY_MILLISECONDS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  /** Asks without writing: TypeORM's own question would make its table, in the way of a migration under way. */
  private async isMigrated(): Promise<boolean> {
    if (this.migrated) {
      await this.dataSource.query('select 1');
      return true;
    }
    const [{ exists }] = await this.dataSource.query<[{ exists: boolean }]>(
      `select to_regclass('migrations') is not null as exists`,
    );
    if (!exists) return false;
    const done = await this.dataSource.query<{ name: string }[]>('select name from migrations');
    const names = new Set(done.map(({ name }) => name));
    return this.dataSource.migrations.every(({ name, constructor }) => names.has(name ?? constructor.name));
  }
}

/** Rejects when the time for an answer is over. */
async function silence(): Promise<never> {
  await setTimeout(ANSWER_MILLISECONDS, undefined, { ref: false });
  throw new Error('The database did not answer in time');
}
