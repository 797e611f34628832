import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ServerIdentity } from './server-identity';

export interface Permissions {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Whether the permission bits let this user pass through the folder, or run the file. */
export function canEnter(entry: Permissions, identity: ServerIdentity): boolean {
  return (bitsFor(entry, identity) & 0b001) !== 0;
}

export function canRead(entry: Permissions, identity: ServerIdentity): boolean {
  return (bitsFor(entry, identity) & 0b100) !== 0;
}

/** The system checks one group of bits only: an owner without a right does not get it from the others'. */
function bitsFor({ uid, gid, mode }: Permissions, identity: ServerIdentity): number {
  if (uid === identity.uid) return (mode >> 6) & 0b111;
  if (gid === identity.gid) return (mode >> 3) & 0b111;
  return mode & 0b111;
}

/**
 * The outermost folder above `path` that the user cannot pass through, such as a home of mode 0700; undefined when the
 * way is open. The last part of the path need not exist yet.
 */
export function firstClosedParent(path: string, identity: ServerIdentity | undefined): string | undefined {
  if (!identity) return undefined;
  const realPath = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  const parents: string[] = [];
  for (let folder = dirname(realPath); parents[0] !== folder; folder = dirname(folder))
    parents.unshift(folder);
  return parents.find((folder) => !canEnter(statSync(folder), identity));
}
