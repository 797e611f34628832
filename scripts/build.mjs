// Compiles what has changed, in no time when nothing has, and removes output whose source is deleted. The console is built besides, by
// build-console.mjs.
//   --clean      forget everything first
//   --services   without the console
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildConsole } from './build-console.mjs';
import { whileNobodyBuilds } from './build-lock.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { runToEnd } from './run-to-end.mjs';

const output = join(root, 'dist');
const stampFile = join(output, '.build-stamp');
const commitFile = join(output, '.build-commit');
const compilerState = join(output, '.tsbuildinfo');
/** It has a build of its own. */
const CONSOLE = join('apps', 'console');
const settings = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];

/** Resolves when dist is up to date, the console's part of it on request; ends the process when it cannot be. */
export function build({ clean = false, withConsole = false } = {}) {
  return whileNobodyBuilds(async () => {
    if (clean) rmSync(output, { recursive: true, force: true });
    const exitCodes = await Promise.all([buildServices(), ...(withConsole ? [buildConsole()] : [])]);
    const failure = exitCodes.find((exitCode) => exitCode !== 0);
    if (failure === undefined) return;
    console.error('The build failed: see above.');
    process.exit(failure);
  });
}

/** Resolves with the exit code of the compiler. */
async function buildServices() {
  noteCommit();
  const sources = findSources();
  removeOrphans(sources);
  const stamp = stampOf([...sources, ...findData()]);
  const isWhole = sources.every((source) => existsSync(outputOf(source)));
  if (isWhole && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 0;

  // The compiler relies on its own notes, and would not write a file again that something else removed.
  if (!isWhole) rmSync(compilerState, { force: true });
  rmSync(stampFile, { force: true });
  console.log('Building …');
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const exitCode = await runToEnd(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
    cwd: root,
  });
  if (exitCode === 0) writeFileSync(stampFile, stamp);
  return exitCode;
}

/** For the metric `build_info`; nothing where this is no clone. */
function noteCommit() {
  rmSync(commitFile, { force: true });
  const describe = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  const { status, stdout } = spawnSync('git', describe, { cwd: root, encoding: 'utf8' });
  if (status !== 0) return;
  mkdirSync(output, { recursive: true });
  writeFileSync(commitFile, stdout);
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
      .filter((entry) => entry.isDirectory() && join(kind, entry.name) !== CONSOLE)
      .filter((entry) => existsSync(join(root, kind, entry.name, 'src')))
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
      if (relative(output, file).startsWith(CONSOLE + sep)) continue;
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
  const [clean, withConsole] = [process.argv.includes('--clean'), !process.argv.includes('--services')];
  await build({ clean, withConsole });
}
