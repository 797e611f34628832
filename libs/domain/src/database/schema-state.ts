import type { DataSource } from 'typeorm';

/** The database as one connection finds it. */
export interface SchemaState {
  readonly isWritable: boolean;
  /** How many of the migrations that this program knows have not run. */
  readonly pendingMigrations: number;
  /** Why this program must not run on it, where a migration that it does not know says so. */
  readonly refusal: string | undefined;
}

interface Tables {
  readonly migrations: boolean;
  readonly breaking: boolean;
  readonly isWritable: boolean;
}

export function migrationNames({ migrations }: DataSource): string[] {
  return migrations.map(({ name, constructor }) => name ?? constructor.name);
}

/** Reads without writing: TypeORM's own question would make its table, in the way of a migration under way. */
export async function readSchemaState(dataSource: DataSource): Promise<SchemaState> {
  const [{ isWritable, ...has }] = await dataSource.query<[Tables]>(
    `select to_regclass('migrations') is not null as migrations,
            to_regclass('breaking_migrations') is not null as breaking,
            current_setting('transaction_read_only') = 'off' as "isWritable"`,
  );
  const known = migrationNames(dataSource);
  const done = has.migrations
    ? await dataSource.query<{ name: string }[]>('select name from migrations')
    : [];
  const breaking = has.breaking
    ? await dataSource.query<{ name: string; reason: string }[]>(
        'select name, reason from breaking_migrations where not name = any($1) order by name',
        [known],
      )
    : [];
  const names = new Set(done.map(({ name }) => name));
  return {
    isWritable,
    pendingMigrations: known.filter((name) => !names.has(name)).length,
    refusal:
      breaking.length === 0
        ? undefined
        : `The schema is too new for this version: ${breaking.map(({ name, reason }) => `${name} (${reason})`).join(', ')}`,
  };
}
