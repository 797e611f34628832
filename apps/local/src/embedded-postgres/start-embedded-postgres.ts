import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../free-port';
import { keepSecret } from '../secrets';
import { prepareBinaries } from './binaries';
import { type Cluster, ensureCluster, spawnServer, stopServer } from './cluster';
import { locateCluster } from './cluster-location';
import { embeddedDatabaseUrl, ensureDatabase, waitUntilAccepting } from './connection';
import { findPlatformPackage } from './platform-package';
import { isAlive, postmasterPidFile, readPostmasterPid, servesCluster } from './postmaster-pid';

const START_TIMEOUT_SECONDS = 60; // recovery after a power cut takes its time
const MAXIMUM_ATTEMPTS = 20;

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string;
  readonly preferredPort?: number;
  /** False switches fsync off, for tests whose data dies with them. */
  readonly durable?: boolean;
  /** Gives up waiting, and takes back what was started. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** True when a server that an earlier, killed start left running was taken over. */
  readonly adopted: boolean;
  /** Set when the database lies outside the data folder. */
  readonly notice: string | undefined;
  /** Holds the cluster; usually inside the data folder. */
  readonly directory: string;
  readonly logFile: string;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Starts, or takes over, the Postgres 17 that npm brought, with its cluster under the data folder. */
export async function startEmbeddedPostgres({
  dataDirectory,
  preferredPort = 25_432,
  durable = true,
  signal,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const absoluteDataDirectory = resolve(dataDirectory);
  mkdirSync(join(absoluteDataDirectory, 'logs'), { recursive: true });
  const { directory, identity, notice } = locateCluster(absoluteDataDirectory);
  const cluster: Cluster = {
    directory,
    dataDirectory: join(directory, 'data'),
    passwordFile: join(directory, 'password'),
    binaries: prepareBinaries(findPlatformPackage(), identity),
    identity,
    logFile: join(absoluteDataDirectory, 'logs', 'postgres.log'),
    isDurable: durable,
  };
  const password = keepSecret(cluster.passwordFile);
  await ensureCluster(cluster);

  const adoptedPort = await adopt(cluster, password, signal);
  const port = adoptedPort ?? (await start(cluster, preferredPort, password, signal));
  await ensureDatabase(port, password);
  return {
    url: embeddedDatabaseUrl(port, password),
    port,
    adopted: adoptedPort !== undefined,
    notice,
    directory,
    logFile: cluster.logFile,
    isRunning: () => isServed(cluster),
    stop: () => stopServer(cluster),
  };
}

/** The port of the server that already serves the cluster, if one does. */
async function adopt(cluster: Cluster, password: string, signal?: AbortSignal): Promise<number | undefined> {
  const postmaster = readPostmasterPid(cluster.dataDirectory);
  if (!postmaster) return undefined;
  if (!servesCluster(postmaster, cluster.dataDirectory)) {
    // Postgres itself sees through the file of a dead process, but takes any live one of this id for a server.
    if (isAlive(postmaster.pid)) rmSync(postmasterPidFile(cluster.dataDirectory), { force: true });
    return undefined;
  }
  const isAccepting = await waitUntilAccepting(postmaster.port, password, {
    timeoutSeconds: START_TIMEOUT_SECONDS,
    isStillRunning: () => isServed(cluster),
    signal,
  });
  return isAccepting ? postmaster.port : undefined;
}

async function start(
  cluster: Cluster,
  preferredPort: number,
  password: string,
  signal?: AbortSignal,
): Promise<number> {
  let firstPort = preferredPort;
  let output = '';
  for (let attempt = 1; attempt <= MAXIMUM_ATTEMPTS; attempt++) {
    const port = await findFreePort(firstPort);
    const server = spawnServer(cluster, port);
    try {
      const isAccepting = await waitUntilAccepting(port, password, {
        timeoutSeconds: START_TIMEOUT_SECONDS,
        isStillRunning: () => !server.hasExited(),
        signal,
      });
      if (isAccepting) return port;
    } catch (error) {
      if (!server.hasExited()) await stopServer(cluster);
      throw error;
    }
    output = server.output();
    const failure = classifyStartFailure(output);
    if (failure === 'other') break;
    if (failure === 'port-taken') firstPort = port + 1;
    else await delay(250);
  }
  throw new Error(`The embedded Postgres did not start. ${cluster.logFile} says:\n${output}`);
}

function isServed(cluster: Cluster): boolean {
  const postmaster = readPostmasterPid(cluster.dataDirectory);
  return postmaster !== undefined && servesCluster(postmaster, cluster.dataDirectory);
}

type StartFailure = 'port-taken' | 'predecessor-ending' | 'other';

/** Why Postgres left again, from what it wrote: a port can be taken between our check and its start. */
export function classifyStartFailure(log: string): StartFailure {
  if (/could not bind .*address .*in use|could not create any TCP\/IP sockets/i.test(log))
    return 'port-taken';
  // The last processes of a killed server need a moment to notice.
  if (/pre-existing shared memory block|lock file ".*" already exists/i.test(log))
    return 'predecessor-ending';
  return 'other';
}
