// node scripts/clients/run.mjs [--only typescript|python]…: generates clients of the document of a running API, with openapi-typescript and
// with openapi-python-client, compiles the first in strict mode, and has each call ten operations.
// Exit code 0: both ran; 1: one of them failed; 2: the check could not be run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { makePythonEnvironment, programOf } from '../python-environment.mjs';
import { runToEnd } from '../run-to-end.mjs';

const folder = import.meta.dirname;
const generated = join(folder, '.generated');
const environmentFolder = join(folder, '.venv');
const tool = (path) => join(root, 'node_modules', path);

const CLIENTS = { typescript: runTypeScript, python: runPython };

const { only } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } }).values;
const chosen = only.length > 0 ? only : Object.keys(CLIENTS);
const unknown = chosen.filter((name) => !Object.hasOwn(CLIENTS, name));
if (unknown.length > 0)
  giveUp(`No client ${unknown.join(', ')}; there are ${Object.keys(CLIENTS).join(', ')}.`);

await ensureInstalled();
await build();
if (chosen.includes('python')) await installPythonClient();

const { Stage } = await import('../../bench/frame/stage.mjs');
// The server of the check is its own, with a database of its own.
delete process.env.DATABASE_URL;
const stage = new Stage({});
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException']) {
  process.once(event, (reason) => {
    console.error(reason);
    void stage.close().finally(() => process.exit(2));
  });
}

let failed = false;
try {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  const databaseUrl = await stage.createDatabase();
  const environment = { EXCHANGE_ENDPOINTS: 'binance=http://127.0.0.1:9' };
  const api = await stage.startApi({ databaseUrl, environment });
  await stage.startWorker({ databaseUrl, environment });
  const url = `http://127.0.0.1:${api.port}`;
  const document = join(generated, 'openapi.json');
  writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
  // Python reads the candles that TypeScript stored.
  await storeCandles(url);
  for (const name of chosen) {
    const passed = await CLIENTS[name](document, { ...process.env, API_URL: url, API_TOKEN: stage.token });
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name}`);
    failed ||= !passed;
  }
} finally {
  await stage.close();
}
process.exit(failed ? 1 : 0);

function giveUp(reason) {
  console.error(reason);
  process.exit(2);
}

async function installPythonClient() {
  if (spawnSync('python3', ['--version']).error)
    giveUp('The Python client was not tried: python3 is not installed or not in PATH');
  try {
    await makePythonEnvironment({
      folder: environmentFolder,
      requirementsFile: join(folder, 'requirements.txt'),
    });
  } catch (error) {
    giveUp(
      `The Python client was not tried. It needs Python 3.11 or newer and openapi-python-client: ${error.message}`,
    );
  }
}

/** Half a year of days of a series of this check. */
async function storeCandles(url) {
  const lines = Array.from({ length: 182 }, (_, day) => {
    const close = (100 + 20 * Math.sin(day / 7)).toFixed(2);
    const time = new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
    return `sim,CLIENTS,1d,${time},${close},${close},${close},${close},10`;
  });
  const body = `exchange,symbol,interval,open_time,open,high,low,close,volume\n${lines.join('\n')}\n`;
  const response = await fetch(`${url}/api/v1/market-data/candlesticks/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'text/csv' },
    body,
  });
  if (response.status !== 200) throw new Error(`the candles were answered ${response.status}`);
}

async function runTypeScript(document, environment) {
  const steps = [
    [
      tool('openapi-typescript/bin/cli.js'),
      document,
      '-o',
      join(generated, 'client.ts'),
      '--default-non-nullable=false',
    ],
    [tool('typescript/bin/tsc'), '-p', join(folder, 'tsconfig.json')],
    [join(generated, 'dist', 'ten-operations.mjs')],
  ];
  for (const step of steps) {
    if ((await runToEnd(process.execPath, step, { env: environment })) !== 0) return false;
  }
  return true;
}

async function runPython(document, environment) {
  const packages = join(generated, 'python');
  mkdirSync(packages, { recursive: true });
  const generate = [
    ...['generate', '--path', document, '--output-path', join(packages, 'candelabra_client')],
    ...['--config', join(folder, 'python-client.yaml'), '--meta', 'none'],
  ];
  const run = (program, arguments_) =>
    runToEnd(programOf(environmentFolder, program), arguments_, {
      env: { ...environment, PYTHONPATH: packages },
    });
  if ((await run('openapi-python-client', generate)) !== 0) return false;
  return (await run('python', [join(folder, 'ten_operations.py')])) === 0;
}
