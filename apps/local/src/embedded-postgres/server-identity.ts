import { chownSync, readFileSync, statSync } from 'node:fs';

/** The user that runs Postgres; undefined means the one who runs us. */
export interface ServerIdentity {
  readonly uid: number;
  readonly gid: number;
}

const PREFERRED_USERS = ['postgres', 'nobody'] as const;

/**
 * Postgres refuses to run as root. As root we become the owner of an existing cluster, else `postgres`, else `nobody`.
 */
export function serverIdentity(clusterDirectory: string): ServerIdentity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(clusterDirectory);
  if (owner && owner.uid !== 0) return owner;
  const identity = identityFromPasswd(readFileSync('/etc/passwd', 'utf8'));
  if (identity) return identity;
  throw new Error(
    'Postgres does not run as root, and this machine has neither a user `postgres` nor `nobody` to run it as. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** The first of the preferred users in the text of a passwd file. */
export function identityFromPasswd(passwd: string): ServerIdentity | undefined {
  const entries = passwd.split('\n').map((line) => line.split(':'));
  for (const user of PREFERRED_USERS) {
    const entry = entries.find(([name]) => name === user);
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
    // macOS gives nobody the uid -2, which the system calls do not take.
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return undefined;
}

export function giveTo(path: string, identity: ServerIdentity | undefined): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}

function ownerOf(path: string): ServerIdentity | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && { uid: stats.uid, gid: stats.gid };
}
