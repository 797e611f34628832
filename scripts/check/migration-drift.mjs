// Every entity and every migration is registered; the migrations, run on an empty database, make exactly the schema that the entities
// describe; and a schema that differs by one column is noticed, as is what is taken from the register, so that a check that no longer sees
// anything is noticed too. Needs the build.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';

const root = join(import.meta.dirname, '..', '..');
const built = (path) => join(root, 'dist', 'apps', path);
const require = createRequire(import.meta.url);
const { startEmbeddedPostgres } = require(built('local/src/embedded-postgres/start-embedded-postgres.js'));

const REGISTERS = { entities: 'entities.ts', migrations: 'migrations.ts' };
const domain = join(root, 'dist', 'libs', 'domain', 'src');
const { dataSourceOptions } = require(join(domain, 'database', 'data-source-options.js'));
const { entities, migrations } = dataSourceOptions({ databaseUrl: 'postgres://none', databasePoolSize: 6 });

/** What lies in a file of the build below libs/domain and neither of the lists names. */
function findUnregistered(lists) {
  const { getMetadataArgsStorage } = require('typeorm');
  const isEntity = (member) => getMetadataArgsStorage().tables.some(({ target }) => target === member);
  const isClass = (member) => typeof member === 'function' && String(member).startsWith('class');
  const unregistered = (list, files, isOne) =>
    files.flatMap((file) =>
      Object.values(require(file))
        .filter((member) => isOne(member) && !lists[list].includes(member))
        .map(
          ({ name }) => `${name} (${sourceOf(file)}) is not in libs/domain/src/database/${REGISTERS[list]}`,
        ),
    );
  return [
    ...unregistered('entities', filesBelow(domain, '.entity.js'), isEntity),
    ...unregistered('migrations', filesBelow(join(domain, 'database', 'migrations'), '.js'), isClass),
  ];
}

/** Those that are not registered, and the last of each list where it is left out and not found so. */
function registerProblems() {
  const left = [entities.at(-1), migrations.at(-1)].map(({ name }) => name);
  const found = findUnregistered({ entities: entities.slice(0, -1), migrations: migrations.slice(0, -1) });
  return [
    ...findUnregistered({ entities, migrations }),
    ...left
      .filter((name) => !found.some((line) => line.startsWith(`${name} (`)))
      .map((name) => `It was not noticed that ${name} is not registered.`),
  ];
}

const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));

const sourceOf = (file) => relative(join(root, 'dist'), file).replace(/\.js$/, '.ts');

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

const unregistered = registerProblems();
for (const line of unregistered) console.error(line);
if (unregistered.length > 0) process.exit(1);

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
