import { DataSource, type QueryRunner } from 'typeorm';
import { runAnnounced } from '#domain/database/breaking-migrations';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import type { DeclaredMigration } from '#domain/database/declared-migration';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database';

/** Within it a test looks whether the migration has begun, also on a busy machine. */
const STOPPING_MILLISECONDS = 3_000;

class DropVolumes9000000000000 implements DeclaredMigration {
  readonly olderCode = { mustStopBecause: 'candles have no volume any more' };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table dropped_volumes (id integer)');
  }

  async down(): Promise<void> {}
}

class Fails9000000001000 implements DeclaredMigration {
  readonly olderCode = { mustStopBecause: 'it never works' };

  up(): Promise<void> {
    return Promise.reject(new Error('as it is meant to'));
  }

  async down(): Promise<void> {}
}

class AddColumn9000000002000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table further (id integer)');
  }

  async down(): Promise<void> {}
}

describe('a migration that older code must not run on', () => {
  let database: TestDatabase;
  let older: DataSource;
  beforeEach(async () => {
    database = await createTestDatabase();
    older = await new DataSource(
      dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 6 }),
    ).initialize();
  });
  afterEach(async () => {
    await older.destroy();
    await database.drop();
  });

  /** The version after this one. */
  async function migrateWith(
    migration: new () => DeclaredMigration,
    stoppingMilliseconds = 0,
  ): Promise<string[]> {
    const options = dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 6 });
    const newer = await new DataSource({
      ...options,
      migrations: [...(options.migrations as (new () => DeclaredMigration)[]), migration],
    }).initialize();
    try {
      return await runAnnounced(newer, stoppingMilliseconds);
    } finally {
      await newer.destroy();
    }
  }

  it('makes the version before not ready, with the reason, before it begins', async () => {
    const readiness = new DatabaseReadiness(older);
    const refusals: string[] = [];
    readiness.whenRefused((refusal) => refusals.push(refusal));
    await expect(readiness.check()).resolves.toBeUndefined();

    const migrating = migrateWith(DropVolumes9000000000000, STOPPING_MILLISECONDS);
    let error: unknown;
    while (error === undefined) error = await readiness.check().catch((refused: unknown) => refused);
    const [{ exists }] = await older.query<[{ exists: boolean }]>(
      `select to_regclass('dropped_volumes') is not null as exists`,
    );
    expect(exists).toBe(false);
    const reason =
      'The schema is too new for this version: DropVolumes9000000000000 (candles have no volume any more)';
    expect((error as Error).message).toBe(reason);

    expect(await migrating).toEqual(['DropVolumes9000000000000']);
    await expect(readiness.check()).rejects.toThrow(reason);
    expect(readiness.refusal).toBe(reason);
    expect(refusals).toEqual([reason]);
  });

  it('lets the version before go on when it failed', async () => {
    await expect(migrateWith(Fails9000000001000)).rejects.toThrow('as it is meant to');
    await expect(new DatabaseReadiness(older).check()).resolves.toBeUndefined();
  });

  it('leaves the version before alone where it may run', async () => {
    expect(await migrateWith(AddColumn9000000002000)).toEqual(['AddColumn9000000002000']);
    await expect(new DatabaseReadiness(older).check()).resolves.toBeUndefined();
  });

  it('is found out again at every check: a database that is empty or new under the same address is not ready', async () => {
    const readiness = new DatabaseReadiness(older);
    await readiness.check();
    await older.query('alter table migrations rename to migrations_of_another');
    await expect(readiness.check()).rejects.toThrow('Migrations are pending');
  });
});
