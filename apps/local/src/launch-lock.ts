import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from './process-identity';

export interface LockHolder {
  readonly pid: number;
  /** Empty once released. */
  readonly processStart: string;
  readonly apiUrl: string;
  readonly startedAt: string;
}

export type LockAttempt =
  | {
      readonly isOurs: true;
      /** The last holder did not release it: what it had started may still be about. */
      readonly predecessorWasKilled: boolean;
      readonly release: () => void;
    }
  | { readonly isOurs: false; readonly holder: LockHolder };

const NAME = /^launcher\.lock\.(\d+)$/;

/**
 * At most one launcher per data folder, also after a kill -9. Each holder owns the lock file with the next number, which
 * the file system lets only one make; a released or dead holder's file stays until the next one has taken over, so that
 * a number is never used twice.
 */
export function takeLaunchLock(
  dataDirectory: string,
  apiUrl: string,
  startOf: (pid: number) => string | undefined = processStart,
): LockAttempt {
  const own: LockHolder = {
    pid: process.pid,
    processStart: startOf(process.pid) ?? 'unknown',
    apiUrl,
    startedAt: new Date().toISOString(),
  };
  const draft = join(dataDirectory, `launcher.lock.draft-${randomUUID()}`);
  const fileOf = (number: number) => join(dataDirectory, `launcher.lock.${number}`);
  writeFileSync(draft, JSON.stringify(own));
  try {
    for (;;) {
      const numbers = lockNumbers(dataDirectory);
      const latest = Math.max(0, ...numbers);
      const holder = readHolder(fileOf(latest));
      if (latest > 0 && !holder) continue; // its successor has just removed it
      if (holder && startOf(holder.pid) === holder.processStart) return { isOurs: false, holder };
      if (!tryToLink(draft, fileOf(latest + 1))) continue;
      for (const number of numbers) rmSync(fileOf(number), { force: true });
      return {
        isOurs: true,
        predecessorWasKilled: holder !== undefined && holder.processStart !== '',
        release: () => releaseLock(fileOf(latest + 1), own),
      };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function lockNumbers(dataDirectory: string): number[] {
  return readdirSync(dataDirectory).flatMap((name) => {
    const match = NAME.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

function readHolder(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function tryToLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function releaseLock(file: string, own: LockHolder): void {
  const released: LockHolder = { ...own, processStart: '' };
  writeFileSync(`${file}.released`, JSON.stringify(released));
  renameSync(`${file}.released`, file);
}
