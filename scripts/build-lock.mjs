// One builder at a time: the compiler writes into files that another one, or who bundles them, would read half of.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './ensure-installed.mjs';

/** Beside the output, which a clean build removes. */
const LOCK = join(root, 'node_modules', '.candelabra-build');
const FREE = 'free';
const POLL_MILLISECONDS = 100;

let isHeld = false;

/**
 * Does the work while no other process builds. A lock whose process was killed is taken over. The lock is a folder with one
 * file, named by the process that holds it, and whoever renames that file has it: of all who try, one finds it.
 */
export async function whileNobodyBuilds(work, lock = LOCK) {
  if (isHeld) return work();
  const own = String(process.pid);
  makeLock(lock);
  for (let isFirst = true; !take(lock, own); isFirst = false) {
    if (isFirst) console.log('Waiting for another build …');
    await delay(POLL_MILLISECONDS);
  }
  isHeld = true;
  const release = () => rename(lock, own, FREE);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    isHeld = false;
    process.off('exit', release);
    release();
  }
}

/** With its file, so that two who make it at once make one. */
function makeLock(lock) {
  if (existsSync(lock)) return;
  mkdirSync(dirname(lock), { recursive: true });
  const draft = mkdtempSync(`${lock}-`);
  writeFileSync(join(draft, FREE), '');
  try {
    renameSync(draft, lock);
  } catch {
    rmSync(draft, { recursive: true });
  }
}

/** Whether it is ours now. */
function take(lock, own) {
  const [holder] = readdirSync(lock);
  if (holder === undefined) return false;
  const isLeft = holder === FREE || holder === own || !isAlive(Number(holder));
  return isLeft && rename(lock, holder, own);
}

function rename(lock, from, to) {
  try {
    renameSync(join(lock, from), join(lock, to));
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
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
