// node bench/install-peers.mjs: makes bench/.venv with the Python peers, from PyPI. Never part of a commit.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd } from '../scripts/run-to-end.mjs';
import { peersPython } from './frame/contestant.mjs';

export async function installPeers() {
  const folder = import.meta.dirname;
  if (!existsSync(peersPython)) await run('python3', ['-m', 'venv', join(folder, '.venv')]);
  await run(peersPython, ['-m', 'pip', 'install', '-q', '-r', join(folder, 'peers', 'requirements.txt')]);
}

async function run(command, options) {
  console.log(`${command} ${options.join(' ')}`);
  const exitCode = await runToEnd(command, options);
  if (exitCode !== 0) throw new Error(`${command} ended with exit code ${exitCode}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await installPeers();
