import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { bundledApp } from '../../../../scripts/bundled-apps.mjs';

const ROOT = join(__dirname, '..', '..', '..', '..');

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCli {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  readonly result: Promise<CliResult>;
}

/** Starts the built tool in a process as a user would, with these variables and no others of the service. */
export function startCli(
  words: readonly string[],
  variables: NodeJS.ProcessEnv,
  directory = ROOT,
): RunningCli {
  const child = spawn(process.execPath, [...bundledApp('cli'), ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { process: child, result: collect(child) };
}

async function collect(child: RunningCli['process']): Promise<CliResult> {
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stdout, stderr };
}
