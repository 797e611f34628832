// What `npm run dev` promises, in a copy of the sources: a saved change is answered by the API without anything typed, one with a type error
// leaves the last version running, the SQL log has the statements, and SIGTERM to npm leaves no process.
//   node scripts/ci/development.mjs
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryFiles } from '../repository-files.mjs';

const root = join(import.meta.dirname, '..', '..');
const START_SECONDS = 180;
const CHANGE_SECONDS = 60;
const STOP_SECONDS = 10;
const CONTROLLER = 'apps/api/src/health/health.controller.ts';
const ANSWER = "return { status: 'ok' };";

const copy = mkdtempSync(join(tmpdir(), 'candelabra-dev-'));
const log = [];
let failed = false;

/** Git's files as they lie here, with the build that is there and the packages of this folder. */
function copySources() {
  chmodSync(copy, 0o755);
  const isNeeded = /^(apps|libs|scripts)\/|^(package|package-lock|tsconfig|tsconfig\.build)\.json$/;
  const needed = repositoryFiles().filter((file) => isNeeded.test(file));
  if (existsSync(join(root, 'dist'))) needed.push('dist');
  // With their times to the nanosecond, by which the build is recognised as that of these sources.
  execFileSync('cp', ['-a', '--parents', '-t', copy, ...needed], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Those that run in the copy or were started with a path in it: npm, launcher, API, worker, Postgres. */
function processesOfCopy() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const folder = readlinkSync(`/proc/${id}/cwd`);
        const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        return folder === copy || folder.startsWith(`${copy}/`) || command.includes(`${copy}/`);
      } catch {
        return false;
      }
    });
}

/** Resolves with the seconds that it took; throws with what was printed. */
async function until(what, seconds, isSo) {
  const startedAt = performance.now();
  for (;;) {
    if (await isSo()) return ((performance.now() - startedAt) / 1000).toFixed(2);
    if (performance.now() - startedAt > seconds * 1000)
      throw new Error(`not within ${seconds} s: ${what}\n${log.join('')}`);
    await delay(20);
  }
}

const printed = () => log.join('');
const edit = (from, to) => {
  const file = join(copy, CONTROLLER);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${CONTROLLER} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
};

async function run() {
  copySources();
  const port = execFileSync(process.execPath, [join(root, 'scripts/ci/free-port.mjs')], {
    encoding: 'utf8',
  }).trim();
  const { DATABASE_URL, REDIS_URL, DATA_DIR, ...environment } = process.env;
  const npm = spawn('npm', ['run', 'dev', '--', '--sql'], { cwd: copy, env: { ...environment, PORT: port } });
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => log.push(text));
  const exited = new Promise((resolve) => npm.once('exit', resolve));
  const liveness = async () => {
    try {
      return await (await fetch(`http://127.0.0.1:${port}/health`)).text();
    } catch {
      return 'none';
    }
  };
  const answers = (text) => async () => (await liveness()) === text;

  console.log(
    `ready after ${await until('ready', START_SECONDS, () => printed().includes('Ctrl-C stops'))} s`,
  );
  if (!(await answers('{"status":"ok"}')())) throw new Error(`another answer than ok: ${await liveness()}`);

  edit(ANSWER, "return { status: 'changed' };");
  console.log(
    `save to new answer: ${await until('a new answer', CHANGE_SECONDS, answers('{"status":"changed"}'))} s`,
  );

  edit("return { status: 'changed' };", "const status: number = 'x'; return { status };");
  const seconds = await until('the type error', CHANGE_SECONDS, () =>
    printed().includes('is not assignable to type'),
  );
  console.log(`save to type error: ${seconds} s`);
  if (!(await answers('{"status":"changed"}')()))
    throw new Error(`the last version does not run: ${await liveness()}`);
  edit("const status: number = 'x'; return { status };", ANSWER);
  await until('the answer of before', CHANGE_SECONDS, answers('{"status":"ok"}'));

  const sql = readFileSync(join(copy, '.data', 'dev', 'logs', 'postgres.log'), 'utf8');
  if (!/\[candelabra-api\].*duration: .* ms .*select/i.test(sql))
    throw new Error('the SQL log has no statement of the API');

  npm.kill('SIGTERM');
  const stopped = await until('everything stopped', STOP_SECONDS, () => processesOfCopy().length === 0);
  await exited;
  console.log(`stopped after ${stopped} s, nothing left`);
}

try {
  await run();
} catch (error) {
  failed = true;
  console.error(`FAILED: ${error.message}`);
} finally {
  for (const id of processesOfCopy()) process.kill(Number(id), 'SIGKILL');
  rmSync(copy, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
