import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { DeclaredMigration } from './declared-migration';
import { migrationNames } from './schema-state';

/** Processes look every two seconds, and let jobs under way finish for four. */
const STOPPING_MILLISECONDS = 10_000;

/**
 * Runs what is pending. What older code must not run on is announced first, in a table that every process reads, and begins
 * when those processes have had the time to stop. A migration that fails takes its announcement back.
 */
export async function runAnnounced(
  dataSource: DataSource,
  stoppingMilliseconds = STOPPING_MILLISECONDS,
): Promise<string[]> {
  await dataSource.query(
    'create table if not exists breaking_migrations (name text primary key, reason text not null)',
  );
  const done = await doneMigrations(dataSource);
  await withdrawAllBut(dataSource, done);
  const announced = await announce(dataSource, done);
  // An empty database has no older processes.
  if (announced > 0 && done.length > 0) await setTimeout(stoppingMilliseconds);
  try {
    const ran = await dataSource.runMigrations();
    return ran.map(({ name }) => name);
  } catch (error) {
    await withdrawAllBut(dataSource, await doneMigrations(dataSource));
    throw error;
  }
}

async function doneMigrations(dataSource: DataSource): Promise<string[]> {
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(
    `select to_regclass('migrations') is not null as exists`,
  );
  if (!exists) return [];
  const rows = await dataSource.query<{ name: string }[]>('select name from migrations');
  return rows.map(({ name }) => name);
}

async function announce(dataSource: DataSource, done: readonly string[]): Promise<number> {
  const names = migrationNames(dataSource);
  let announced = 0;
  for (const [index, migration] of dataSource.migrations.entries()) {
    const { olderCode } = migration as DeclaredMigration;
    if (olderCode === 'may run' || done.includes(names[index])) continue;
    await dataSource.query(
      `insert into breaking_migrations (name, reason) values ($1, $2)
       on conflict (name) do update set reason = excluded.reason`,
      [names[index], olderCode.mustStopBecause],
    );
    announced++;
  }
  return announced;
}

async function withdrawAllBut(dataSource: DataSource, done: readonly string[]): Promise<void> {
  await dataSource.query('delete from breaking_migrations where not name = any($1)', [done]);
}
