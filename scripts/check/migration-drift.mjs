// The migrations, run on an empty database, make exactly the schema that the entities describe; and a schema that differs by
// one column is noticed, so that a check that no longer sees anything is noticed too. Needs the build.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const root = join(import.meta.dirname, '..', '..');
const built = (path) => join(root, 'dist', 'apps', path);
const { startEmbeddedPostgres } = createRequire(import.meta.url)(
  built('local/src/embedded-postgres/start-embedded-postgres.js'),
);

function runCommand(command, databaseUrl) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [built('cli/src/main.js'), command], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

async function addColumn(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('alter table strategy_ideas add column nobody_declared_this integer');
  await client.end();
}

async function check(databaseUrl) {
  const migration = runCommand('migrate', databaseUrl);
  if (migration.status !== 0) return `The migrations failed:\n${migration.output}`;
  const drift = runCommand('schema-drift', databaseUrl);
  if (drift.status !== 0) return `The migrations do not make what the entities describe:\n${drift.output}`;
  await addColumn(databaseUrl);
  const provoked = runCommand('schema-drift', databaseUrl);
  if (provoked.status === 0 || !provoked.output.includes('nobody_declared_this')) {
    return `A column that no entity declares was not noticed:\n${provoked.output}`;
  }
  return undefined;
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'candelabra-drift-'));
// Started by root, the server runs as another user, who must be able to reach its data.
chmodSync(dataDirectory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory, preferredPort: 25_632, durable: false });
try {
  const problem = await check(postgres.url);
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}
