import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../apps/local/src/embedded-postgres/postmaster-pid';

const IN_MEMORY = '/dev/shm';
/** Several times what the databases and the log of a run take. */
const NEEDED_BYTES = 6e9;

/** An empty folder for the data of this process, which whoever serves them may enter. Removes those of processes that were killed. */
export function makeRunFolder(parent = roomyFolder()): string {
  const ofThisHost = `candelabra-test-${hostname()}-`;
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(ofThisHost) && Number.parseInt(name.slice(ofThisHost.length));
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${ofThisHost}${process.pid}-`));
  chmodSync(folder, 0o755); // else, as root, the database would be kept elsewhere
  return folder;
}

/** In memory where there is plenty: making and dropping a database is hundreds of files, and costs a third of what it does on a disk. */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES) return IN_MEMORY;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}
