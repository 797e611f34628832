import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { firstClosedParent } from './reachability';
import { giveTo, type ServerIdentity, serverIdentity } from './server-identity';

/** Where root keeps the databases of data folders that the server's user cannot reach. */
const OTHER_DIRECTORY = '/var/lib/candelabra';

export interface ClusterLocation {
  readonly directory: string;
  readonly identity: ServerIdentity | undefined;
  /** Set when the database is not inside the data folder: says where and why. */
  readonly notice: string | undefined;
}

interface Pointer {
  readonly dataDirectory: string;
  readonly clusterDirectory: string;
}

/**
 * `postgres` in the data folder; or, when root's data folder lies below a closed folder such as a home of mode 0700, a
 * folder of its own in /var/lib/candelabra, which a pointer file in the data folder remembers from then on.
 */
export function locateCluster(dataDirectory: string): ClusterLocation {
  const realDataDirectory = realpathSync(dataDirectory);
  const pointerFile = join(realDataDirectory, 'postgres-location.json');
  const remembered = readPointer(pointerFile, realDataDirectory);
  const inside = join(realDataDirectory, 'postgres');
  const identity = serverIdentity(remembered ?? inside);
  if (remembered === undefined && !firstClosedParent(inside, identity)) {
    return { directory: claim(inside, identity), identity, notice: undefined };
  }

  const directory = remembered ?? join(OTHER_DIRECTORY, fingerprint(realDataDirectory));
  const pointer: Pointer = { dataDirectory: realDataDirectory, clusterDirectory: directory };
  claim(directory, identity);
  writeFileSync(pointerFile, `${JSON.stringify(pointer)}\n`, { flush: true });
  const notice = `The database is kept in ${directory}: Postgres does not run as root, and no other user may enter ${realDataDirectory}.`;
  return { directory, identity, notice };
}

/** A moved data folder takes its database along; a copied one must not share it. */
function readPointer(pointerFile: string, dataDirectory: string): string | undefined {
  if (!existsSync(pointerFile)) return undefined;
  const pointer = JSON.parse(readFileSync(pointerFile, 'utf8')) as Pointer;
  const isCopy = pointer.dataDirectory !== dataDirectory && existsSync(pointer.dataDirectory);
  return isCopy ? undefined : pointer.clusterDirectory;
}

function claim(directory: string, identity: ServerIdentity | undefined): string {
  if (existsSync(directory)) {
    refuseOtherOwner(directory, identity);
    return directory;
  }
  try {
    mkdirSync(dirname(directory), { recursive: true });
    if (dirname(directory) === OTHER_DIRECTORY) chmodSync(OTHER_DIRECTORY, 0o755);
    mkdirSync(directory, { mode: 0o700 });
    giveTo(directory, identity);
    return directory;
  } catch (error) {
    throw new Error(
      `The folder of the database cannot be made: ${(error as Error).message}. Choose another DATA_DIR.`,
    );
  }
}

function fingerprint(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

function refuseOtherOwner(directory: string, identity: ServerIdentity | undefined): void {
  const owner = statSync(directory).uid;
  const runsAs = identity?.uid ?? process.getuid?.();
  if (runsAs === undefined || owner === runsAs) return;
  throw new Error(
    `The database in ${directory} belongs to the user with id ${owner}: start as that user or as root, or choose another DATA_DIR.`,
  );
}
