// One builder at a time: the compiler writes into files that another one, or who bundles them, would read half of.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './ensure-installed.mjs';

/** Beside the output, which a clean build removes. */
const LOCK = join(root, 'node_modules', '.candelabra-build.pid');
const POLL_MILLISECONDS = 100;

let isHeld = false;

/** Does the work while no other process builds. A lock whose process was killed is taken over. */
export async function whileNobodyBuilds(work) {
  if (isHeld) return work();
  await acquire();
  isHeld = true;
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    isHeld = false;
    process.off('exit', release);
    release();
  }
}

async function acquire() {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(readHolder())) rmSync(LOCK, { force: true });
    else {
      if (isFirst) console.log('Waiting for another build …');
      await delay(POLL_MILLISECONDS);
    }
  }
}

/** Our own id where the file is just being written, or has just been removed. */
function readHolder() {
  try {
    return Number(readFileSync(LOCK, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
