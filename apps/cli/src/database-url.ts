import type { Environment } from '#platform/config/environment';
import { readKept } from '#platform/local/kept-files';

/** DATABASE_DIRECT_URL, else DATABASE_URL, or the embedded Postgres of an `npm start` that runs in this folder. */
export function databaseUrl(environment: Environment): string {
  const url =
    environment.databaseDirectUrl ?? environment.databaseUrl ?? readKept(environment, 'databaseUrl');
  if (url) return url;
  throw new Error(
    `DATABASE_URL is not set, and no \`npm start\` runs with its data in DATA_DIR (here ${environment.dataDir})`,
  );
}
