import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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
}
