import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { DataSource } from 'typeorm';

const RETRY_MILLISECONDS = 1_000;

@Injectable()
export class DatabaseReadiness {
  private migrated = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Throws when the database is out of reach, or older than this program. */
  async check(): Promise<void> {
    try {
      if (this.migrated) {
        await this.dataSource.query('select 1');
        return;
      }
      this.migrated = !(await this.dataSource.showMigrations());
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
}
