import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './run-to-end.mjs';

/** Where the programs of a virtual environment are. */
export function programOf(environmentFolder, name) {
  return process.platform === 'win32'
    ? join(environmentFolder, 'Scripts', `${name}.exe`)
    : join(environmentFolder, 'bin', name);
}

/** Makes a virtual environment with the packages of a requirements file, from PyPI. Throws what a person can do about it. */
export async function makePythonEnvironment({ folder, requirementsFile, python = 'python3' }) {
  const own = programOf(folder, 'python');
  if (!existsSync(own)) {
    if (spawnSync(python, ['--version']).error) throw new Error(`${python} is not installed or not in PATH`);
    await run(python, ['-m', 'venv', folder]);
  }
  await run(own, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', requirementsFile]);
}

async function run(command, options) {
  console.log(`${command} ${options.join(' ')}`);
  const exitCode = await runToEnd(command, options);
  if (exitCode !== 0) throw new Error(`${command} exited with code ${exitCode}`);
}
