// npm run check:fuzz -- [options]: sends generated requests to every operation of the API but the streams, and holds each answer
// against the OpenAPI document of the running server, with schemathesis.
//   --tag <tag>            only the operations with this tag; may be given several times
//   --max-examples <n>     generated requests for each operation and phase (default 40)
//   --seed <n>             the requests of an earlier run
// Exit code 0: no finding; 1: findings; 2: the check could not be run.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { ensureInstalled } from '../ensure-installed.mjs';
import { makePythonEnvironment, programOf } from '../python-environment.mjs';
import { runToEnd } from '../run-to-end.mjs';

const folder = import.meta.dirname;
const environmentFolder = join(folder, '.venv');
const reportFolder = join(folder, '.report');
const MINIMUM_PYTHON = [3, 10];

/**
 * No 5xx, no answer outside its schema, no request accepted outside its own. A request within its schema may be refused: rules
 * that compare fields with each other, or with what is stored, are in no schema.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'ignored_auth',
];

/** Walk-forward waits this long by default. */
const REQUEST_TIMEOUT_SECONDS = 60;

const { values } = parseArgs({
  options: {
    tag: { type: 'string', multiple: true, default: [] },
    'max-examples': { type: 'string', default: '40' },
    seed: { type: 'string' },
  },
});

await ensureInstalled();
await build();
try {
  requirePython();
  await makePythonEnvironment({
    folder: environmentFolder,
    requirementsFile: join(folder, 'requirements.txt'),
  });
} catch (error) {
  console.error(`The API was not fuzzed. It needs Python 3.10 or newer and schemathesis: ${error.message}`);
  process.exit(2);
}

const { Stage } = await import('../../bench/frame/stage.mjs');
// The server of the check is its own, with a database of its own.
delete process.env.DATABASE_URL;
const stage = new Stage({});
const giveUp = (reason) => {
  console.error(reason);
  void stage.close().finally(() => process.exit(2));
};
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException']) process.once(event, giveUp);

let exitCode;
let operations;
try {
  const url = await startServer();
  const { document, left } = await readDocument(url);
  operations = left;
  exitCode = await runToEnd(
    programOf(environmentFolder, 'schemathesis'),
    [
      ...['--config-file', join(folder, 'schemathesis.toml')],
      ...['run', `${url}/openapi.json`, '--url', url, '--header', `Authorization: Bearer ${stage.token}`],
      ...['--checks', CHECKS.join(','), '--max-examples', values['max-examples']],
      ...['--request-timeout', String(REQUEST_TIMEOUT_SECONDS), '--warnings', 'off', '--continue-on-failure'],
      ...values.tag.flatMap((tag) => ['--include-tag', tag]),
      ...streamsOf(document).flatMap((id) => ['--exclude-operation-id', id]),
      ...(values.seed ? ['--seed', values.seed] : []),
      ...['--report', 'ndjson', '--report-dir', reportFolder],
    ],
    // It keeps notes where it runs, and finds modules of ours in the path.
    { cwd: reportFolder, env: { ...process.env, SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: folder } },
  );
} finally {
  await stage.close();
}
console.log(
  exitCode === 0
    ? `Fuzzed ${operations} operations: no finding`
    : `Fuzzed ${operations} operations: findings above; every request and answer is in ${reportFolder}`,
);
process.exit(exitCode === 0 ? 0 : 1);

function requirePython() {
  const { stdout, error } = spawnSync('python3', ['--version'], { encoding: 'utf8' });
  if (error) throw new Error('python3 is not installed or not in PATH');
  const [major, minor] = stdout.replace('Python ', '').split('.').map(Number);
  if (major < MINIMUM_PYTHON[0] || (major === MINIMUM_PYTHON[0] && minor < MINIMUM_PYTHON[1])) {
    throw new Error(`python3 is ${stdout.trim()}`);
  }
}

/** An API with a worker, so that what is queued is also done; none of them reaches a provider outside. */
async function startServer() {
  const databaseUrl = await stage.createDatabase();
  mkdirSync(reportFolder, { recursive: true });
  const environment = {
    EQUITY_PROVIDER: 'csv',
    EQUITY_CSV_DIR: reportFolder,
    EXCHANGE_ENDPOINTS: 'binance=http://127.0.0.1:9,okx=http://127.0.0.1:9,kraken=http://127.0.0.1:9',
  };
  const api = await stage.startApi({ databaseUrl, environment });
  await stage.startWorker({ databaseUrl, environment });
  return `http://127.0.0.1:${api.port}`;
}

async function readDocument(url) {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const isChosen = ({ tags }) => values.tag.length === 0 || tags.some((tag) => values.tag.includes(tag));
  const chosen = operationsOf(document).filter(isChosen);
  return { document, left: chosen.filter((operation) => !isStream(operation)).length };
}

function operationsOf({ paths }) {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** An answer that has no end, or that is no HTTP any more, fits no check of answers. */
function isStream({ responses }) {
  if ('101' in responses) return true;
  return Object.values(responses).some(({ content }) => content && 'text/event-stream' in content);
}

function streamsOf(document) {
  return operationsOf(document)
    .filter(isStream)
    .map(({ operationId }) => operationId);
}
