import { dropDatabasesOfRun } from './test-server';

/** Ends our own Postgres; on one that was given, removes what the run left behind. */
async function tearDown(): Promise<void> {
  if (globalThis.stopTestPostgres) await globalThis.stopTestPostgres();
  else await dropDatabasesOfRun();
}

module.exports = tearDown;
