// node bench/install-peers.mjs: makes bench/.venv with the Python peers, from PyPI. Never part of a commit.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePythonEnvironment } from '../scripts/python-environment.mjs';

export async function installPeers() {
  const folder = import.meta.dirname;
  await makePythonEnvironment({
    folder: join(folder, '.venv'),
    requirementsFile: join(folder, 'peers', 'requirements.txt'),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await installPeers();
