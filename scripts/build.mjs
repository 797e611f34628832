// Compiles what has changed, in no time when nothing has, and removes output whose source is deleted.
//   --clean   forget everything first
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whileNobodyBuilds } from './build-lock.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { runToEnd } from './run-to-end.mjs';

const output = join(root, 'dist');
const stampFile = join(output, '.build-stamp');
const compilerState = join(output, '.tsbuildinfo');
const settings = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];

/** Resolves when dist is up to date; ends the process when it cannot be. */
export function build(options) {
  return whileNobodyBuilds(() => buildNow(options));
}

async function buildNow({ clean = false } = {}) {
  if (clean) rmSync(output, { recursive: true, force: true });
  const sources = findSources();
  removeOrphans(sources);
  const stamp = stampOf([...sources, ...findData()]);
  const isWhole = sources.every((source) => existsSync(outputOf(source)));
  if (isWhole && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  // The compiler relies on its own notes, and would not write a file again that something else removed.
  if (!isWhole) rmSync(compilerState, { force: true });
  rmSync(stampFile, { force: true });
  console.log('Building …');
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const exitCode = await runToEnd(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
    cwd: root,
  });
  if (exitCode !== 0) {
    console.error('The build failed: see above.');
    process.exit(exitCode);
  }
  writeFileSync(stampFile, stamp);
}

/** What tsconfig.build.json includes, relative to the root. */
function findSources() {
  return filesOfSources().filter(
    (file) => /\.ts$/.test(file) && !/\.(spec|contract|d)\.ts$|[\\/]test[\\/]/.test(file),
  );
}

/** What sources may import besides: the compiler copies it. */
function findData() {
  return filesOfSources().filter((file) => file.endsWith('.json') && !file.endsWith('.fixture.json'));
}

function filesOfSources() {
  return ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(root, kind, entry.name, 'src')))
      .flatMap((entry) => filesBelow(join(root, kind, entry.name, 'src')))
      .map((file) => relative(root, file)),
  );
}

function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(directory, entry.name)) : [join(directory, entry.name)],
  );
}

function outputOf(source) {
  return join(output, source.replace(/\.ts$/, '.js'));
}

/** A file that was renamed would otherwise live on, and a worker or a migration list could still find it. */
function removeOrphans(sources) {
  const expected = new Set(sources.map(outputOf));
  for (const kind of ['apps', 'libs']) {
    if (!existsSync(join(output, kind))) continue;
    for (const file of filesBelow(join(output, kind))) {
      const owner = file.replace(/\.(js|js\.map|d\.ts|d\.ts\.map)$/, '.js');
      const isImportedJson = file.endsWith('.json') && existsSync(join(root, relative(output, file)));
      if (!expected.has(owner) && !isImportedJson) rmSync(file);
    }
  }
}

function stampOf(sources) {
  const hash = createHash('sha256');
  for (const file of [...settings, ...sources].sort()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  await build({ clean: process.argv.includes('--clean') });
}
