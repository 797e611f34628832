// Installs the dependencies when they are missing or older than the lock file.
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './run-to-end.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const MINIMUM_NODE = [20, 19];

export async function ensureInstalled() {
  requireNode();
  if (isInstalled()) return;
  console.log('Installing dependencies (npm ci) …');
  const npm = process.env.npm_execpath;
  // Development dependencies hold the compiler, so NODE_ENV=production must not leave them out.
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const exitCode = npm?.endsWith('.js')
    ? await runToEnd(process.execPath, [npm, ...options], { cwd: root })
    : await runToEnd('npm', options, { cwd: root, shell: process.platform === 'win32' });
  if (exitCode !== 0) {
    console.error('npm ci failed: see above. Candelabra needs its dependencies to go on.');
    process.exit(exitCode);
  }
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  console.error(
    `Candelabra needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** npm writes the second lock file at the end of each installation. */
function isInstalled() {
  const [wanted, installed] = [
    join(root, 'package-lock.json'),
    join(root, 'node_modules', '.package-lock.json'),
  ];
  if (!existsSync(installed)) return false;
  if (statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return true;
  // A switch of branches makes the file newer without changing what it requires.
  if (!haveSamePackages(wanted, installed)) return false;
  utimesSync(installed, new Date(), new Date());
  return true;
}

function haveSamePackages(wantedFile, installedFile) {
  const wanted = packagesOf(wantedFile);
  const installed = packagesOf(installedFile);
  return (
    [...installed].every(([path, { version }]) => wanted.get(path)?.version === version) &&
    // Packages of other platforms are wanted by the lock and not installed here.
    [...wanted].every(([path, { optional }]) => optional || installed.has(path))
  );
}

function packagesOf(file) {
  const packages = Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages ?? {});
  return new Map(packages.filter(([path]) => path !== ''));
}
