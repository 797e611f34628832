import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What a running Postgres writes into its data folder. */
export interface PostmasterPid {
  readonly pid: number;
  readonly dataDirectory: string;
  readonly port: number;
}

/** The lines of the file: pid, data folder, start time, port, and more that does not matter here. */
export function parsePostmasterPid(text: string): PostmasterPid | undefined {
  const [pid, dataDirectory, , port] = text.split(/\r?\n/);
  const parsed = { pid: Number(pid), dataDirectory, port: Number(port) };
  const isWhole =
    Number.isInteger(parsed.pid) && parsed.pid > 0 && Number.isInteger(parsed.port) && parsed.port > 0;
  return isWhole ? parsed : undefined;
}

export function postmasterPidFile(clusterData: string): string {
  return join(clusterData, 'postmaster.pid');
}

export function readPostmasterPid(clusterData: string): PostmasterPid | undefined {
  const file = postmasterPidFile(clusterData);
  return existsSync(file) ? parsePostmasterPid(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Whether this is a Postgres that serves this very folder. Neither the pid (reused after a kill or in a restarted
 * container) nor the file (copied along with the folder) says so alone.
 */
export function servesCluster(postmaster: PostmasterPid, clusterData: string): boolean {
  const realClusterData = realpathSync(clusterData);
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${postmaster.pid}/cwd`) === realClusterData;
    } catch {
      return false; // gone, a zombie, or another user's process
    }
  }
  return (
    isAlive(postmaster.pid) &&
    realpathOrSame(postmaster.dataDirectory) === realClusterData &&
    commandName(postmaster.pid).includes('postgres')
  );
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function realpathOrSame(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function commandName(pid: number): string {
  if (process.platform === 'win32') return 'postgres';
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
