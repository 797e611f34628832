import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../launch-settings';
import { lastLines, openLog } from '../log-file';
import { giveTo, type ServerIdentity } from './server-identity';

const run = promisify(execFile);

export const SUPERUSER = 'candelabra';

/** One database cluster and what it takes to work with it. */
export interface Cluster {
  /** Holds the password and `data`, the cluster proper. */
  readonly directory: string;
  readonly dataDirectory: string;
  readonly passwordFile: string;
  readonly binaries: string;
  readonly identity: ServerIdentity | undefined;
  readonly logFile: string;
  /** Off: no fsync, for tests whose data dies with them. */
  readonly isDurable: boolean;
}

export interface ServerProcess {
  readonly hasExited: () => boolean;
  /** What this start wrote to the log, or why it could not be started at all. */
  readonly output: () => string;
}

/** Makes the cluster when there is none. One that was interrupted is begun anew. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  if (existsSync(cluster.dataDirectory)) return;
  const draft = join(cluster.directory, 'data.unfinished');
  rmSync(draft, { recursive: true, force: true });
  giveTo(cluster.passwordFile, cluster.identity);
  await runTool(cluster, 'initdb', [
    '--pgdata',
    draft,
    '--username',
    SUPERUSER,
    '--pwfile',
    cluster.passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    // The password is random: no iterations make it harder to guess, and each connection of a test would pay for them.
    ...(cluster.isDurable ? [] : ['--no-sync', '--set', 'scram_iterations=1']),
  ]);
  renameSync(draft, cluster.dataDirectory);
}

/** In a session of its own: a Ctrl-C meant for us must not end Postgres before those who still write to it. */
export function spawnServer(cluster: Cluster, port: number): ServerProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    'jit=off',
    ...(cluster.isDurable
      ? []
      : [
          'fsync=off',
          'synchronous_commit=off',
          'full_page_writes=off',
          'max_wal_size=1GB',
          // Several suites at once, each with processes of its own.
          'max_connections=1000',
        ]),
  ];
  const log = openLog(cluster.logFile);
  const child = spawn(
    join(cluster.binaries, 'bin', 'postgres'),
    ['-D', cluster.dataDirectory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...processOptions(cluster), detached: true, stdio: ['ignore', log.descriptor, log.descriptor] },
  );
  closeSync(log.descriptor);
  child.unref();
  let spawnError: Error | undefined;
  child.once('error', (error) => (spawnError = error));
  return {
    hasExited: () => spawnError !== undefined || child.exitCode !== null || child.signalCode !== null,
    output: () => spawnError?.message ?? lastLines(cluster.logFile, { sinceByte: log.startsAtByte }),
  };
}

/** Ends the server with a checkpoint; should that take too long, without one: its log brings everything back. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const stop = (mode: string, seconds: number) =>
    runTool(cluster, 'pg_ctl', [
      'stop',
      '-D',
      cluster.dataDirectory,
      '-m',
      mode,
      '-w',
      '-t',
      String(seconds),
    ]);
  try {
    await stop('fast', 3);
  } catch {
    if (existsSync(join(cluster.dataDirectory, 'postmaster.pid'))) await stop('immediate', 2);
  }
}

async function runTool(cluster: Cluster, tool: string, options: readonly string[]): Promise<void> {
  try {
    await run(join(cluster.binaries, 'bin', tool), options, processOptions(cluster));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${tool} of the embedded Postgres failed: ${stderr?.trim() || message}`);
  }
}

function processOptions(cluster: Cluster) {
  return { cwd: cluster.directory, env: serverProcessEnvironment(), ...cluster.identity };
}

/** What Postgres may see of our environment: not the PG* variables, which would change what it does. */
function serverProcessEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(childEnvironment({})).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
