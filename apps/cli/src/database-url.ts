import { readEnvironment, requireDatabaseUrl } from '#platform/config/environment';
import { readKept } from '#platform/local/kept-files';

/** DATABASE_URL, or the embedded Postgres of an `npm start` that runs in this folder. */
export function databaseUrl(): string {
  const environment = readEnvironment();
  const embedded = environment.databaseUrl === undefined ? readKept(environment, 'databaseUrl') : undefined;
  return embedded ?? requireDatabaseUrl(environment);
}
