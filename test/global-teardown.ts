import { dropDatabasesOfRun } from './test-server';

/** Stops our own Postgres; on one that was given, removes what the run created. */
async function tearDown(): Promise<void> {
  if (globalThis.stopTestPostgres) await globalThis.stopTestPostgres();
  else await dropDatabasesOfRun();
}

module.exports = tearDown;
