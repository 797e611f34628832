import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../dist/apps/local/src/free-port.js';
import { missing } from '../frame/measurement.mjs';
import { memoryByProcess } from '../frame/process-memory.mjs';

export const title = 'npm start: from the command to the main job, and the memory of an idle service';

const root = join(import.meta.dirname, '..', '..');
/** Threads that nobody needs are closed after a minute, and V8 gives back what the start took. */
const IDLE_MILLISECONDS = 180_000;

const atMostMegabytes = (limit) => ({ text: `≤ ${limit} MB`, isMet: ({ ours }) => ours <= limit });
const GOALS = { API: atMostMegabytes(80), worker: atMostMegabytes(110), total: atMostMegabytes(300) };
const megabytes = (value) => `${value.toFixed(0)} MB`;

export async function* measure() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'candelabra-start-'));
  try {
    yield* measureStart('an empty folder', dataDirectory);
    yield* measureStart('a kept folder', dataDirectory, async (pid) => {
      await delay(IDLE_MILLISECONDS);
      return memoryByProcess(pid);
    });
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function* measureStart(from, dataDirectory, measureIdle) {
  const port = await findFreePort(28_032);
  const startedAt = performance.now();
  const launcher = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', REDIS_URL: '', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(launcher, 'exit');
  const millisecondsTo = readUntil(launcher.stdout, startedAt);
  try {
    yield { what: `${from}: until API and worker are ready`, ours: await millisecondsTo('API, worker') };
    yield {
      what: `${from}: until the main job is completed`,
      ours: await millisecondsTo('Main job completed'),
    };
    await millisecondsTo('Candelabra is running');
    if (!measureIdle) return;
    const memory = await measureIdle(launcher.pid);
    if (!memory) yield missing('memory by process', '/proc, which has the memory of a process');
    for (const [name, ours] of memory ?? []) {
      yield { what: `idle, ${name}`, ours, format: megabytes, ...(GOALS[name] && { goal: GOALS[name] }) };
    }
  } finally {
    launcher.kill('SIGTERM');
    await exited;
  }
}

/** Answers when a text is first printed, in milliseconds from the start. */
function readUntil(output, startedAt) {
  let printed = '';
  const lines = output.setEncoding('utf8')[Symbol.asyncIterator]();
  return async (text) => {
    while (!printed.includes(text)) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`npm start exited before "${text}":\n${printed}`);
      printed += value;
    }
    return performance.now() - startedAt;
  };
}
