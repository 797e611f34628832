import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkLibraries } from './library-links';
import type { PostgresBinaries } from './platform-package';
import { canEnter, canRead, firstClosedParent } from './reachability';
import { copyReadable, isCompleteCopy } from './readable-copy';
import type { ServerIdentity } from './server-identity';

/** A folder of binaries that the server's user can run: the package itself, or a copy where that is out of reach. */
export function prepareBinaries(installed: PostgresBinaries, identity: ServerIdentity | undefined): string {
  if (isReachable(installed.directory, identity) && linkLibraries(installed.directory))
    return installed.directory;

  const directory = process.platform === 'win32' ? tmpdir() : '/var/tmp';
  const copy = join(directory, `candelabra-postgres-${installed.version}-${process.getuid?.() ?? 'user'}`);
  if (existsSync(copy)) refuseForeign(copy);
  if (!existsSync(copy) || !isCompleteCopy(installed.directory, copy)) {
    const draft = mkdtempSync(`${copy}.`);
    copyReadable(installed.directory, draft);
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  }
  linkLibraries(copy);
  return copy;
}

function isReachable(directory: string, identity: ServerIdentity | undefined): boolean {
  if (process.platform === 'win32') return true;
  const server = join(directory, 'bin', 'postgres');
  if (identity) {
    const file = statSync(server);
    return !firstClosedParent(server, identity) && canRead(file, identity) && canEnter(file, identity);
  }
  try {
    accessSync(server, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder of this name that someone else made could hold anything. */
function refuseForeign(copy: string): void {
  const stats = lstatSync(copy);
  const isForeign = process.getuid !== undefined && stats.uid !== process.getuid();
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o022) !== 0;
  if (!stats.isDirectory() || isForeign || isOpen) {
    throw new Error(`${copy} is not a folder that only we can write: remove it and start again.`);
  }
}
