// One file per built app, with the packages that it uses, so that a test that starts many processes starts each in half the CPU
// time: a process reads one file instead of 2,700, and the engine's code for it from a cache.
//   node scripts/bundled-apps.mjs <app>…
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from './build-lock.mjs';

const APPS = ['api', 'worker', 'cli'];
/** As large as everything else: a bundle of its own, which `run-bundle.cjs` loads for who needs an exchange. */
const EXCHANGES = 'ccxt';
const thisFile = fileURLToPath(import.meta.url);
const output = join(dirname(thisFile), '..', 'dist');
const folder = join(output, '.bundles');
/** Written by every build, whatever it found to compile. */
const STAMPS = ['.build-stamp', '.tsbuildinfo'].map((name) => join(output, name));
const LOADER = join(dirname(thisFile), 'run-bundle.cjs');
/** Names the folder of a run's own bundles to the processes of the run. */
const KEPT_IN = 'CANDELABRA_TEST_BUNDLES';

/** When dist was built, in milliseconds since 1970; undefined when it was not. */
export function builtAt() {
  const stamps = STAMPS.filter((file) => existsSync(file));
  return stamps.length === 0 ? undefined : Math.max(...stamps.map((file) => statSync(file).mtimeMs));
}

/** The arguments of `node` that start a built app from its bundle, which is made anew after a build. */
export function bundledApp(app) {
  const kept = keptBundle(app);
  if (kept) return [LOADER, kept];
  const file = bundleOf(app);
  // In a process of its own: a compiler would slow the tests of this one.
  if (!existsSync(file)) execFileSync(process.execPath, [thisFile, app]);
  return [LOADER, file];
}

/** Makes the bundles that the last build lacks. */
export async function bundleApps(apps = [...APPS, EXCHANGES]) {
  await Promise.all(apps.filter((app) => !existsSync(bundleOf(app))).map(bundle));
}

/** The bundle of this app that the test run keeps, whatever is built meanwhile; undefined where it keeps none. */
export function keptBundle(app) {
  const directory = process.env[KEPT_IN];
  const file = directory && join(directory, `${app}.js`);
  return file && existsSync(file) ? file : undefined;
}

/** Keeps the bundles of the last build for a test run; answers the variables that its processes need, and how to leave them. */
export function keepBundles(apps = [...APPS, EXCHANGES]) {
  removeLeftFolders();
  // Below the packages that a bundle requires.
  const directory = join(folder, `kept-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const kept = apps.map((app) => [bundleOf(app), join(directory, `${app}.js`)]);
  for (const [file, copy] of kept) {
    copyFileSync(file, copy);
    copyCache(file, copy);
  }
  const leave = () => {
    // For the next run of the same build.
    for (const [file, copy] of kept) if (existsSync(file)) copyCache(copy, file);
    rmSync(directory, { recursive: true, force: true });
  };
  return { variables: { [KEPT_IN]: directory }, leave };
}

function copyCache(from, to) {
  if (existsSync(`${from}.cache`) && !existsSync(`${to}.cache`)) copyFileSync(`${from}.cache`, `${to}.cache`);
}

/** Of runs that were killed. */
function removeLeftFolders() {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^kept-(\d+)$/.exec(name)?.[1] ?? process.pid);
    if (!isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Named by the time of the build and of this file: either makes another bundle. */
function bundleOf(app) {
  const madeFrom = Math.max(builtAt(), statSync(thisFile).mtimeMs);
  return join(folder, `${app}-${Math.round(madeFrom)}.js`);
}

async function bundle(app) {
  const { build } = await import('esbuild');
  const file = bundleOf(app);
  const { outputFiles } = await build({
    entryPoints: [
      app === EXCHANGES
        ? createRequire(thisFile).resolve(EXCHANGES)
        : join(output, 'apps', app, 'src', 'main.js'),
    ],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
    // Entities, migrations and providers are known by their names.
    keepNames: true,
    // Code from a cache cannot `import()`: it requires.
    supported: { 'dynamic-import': false },
    external: app === EXCHANGES ? ['*.node'] : [EXCHANGES, '*.node'],
    plugins: [ownFolders, absentPackages],
  });
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `draft-${process.pid}-${app}`);
  // Read in no time, and a byte of memory per character, where all of them are ASCII: esbuild leaves others in regular expressions.
  writeFileSync(draft, outputFiles[0].text.replace(/[^\0-\x7f]/g, escapeUnit), 'latin1');
  renameSync(draft, file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${app}-`) && !file.endsWith(name)) rmSync(join(folder, name), { force: true });
  }
}

function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `__dirname` is where a file was: threads and data lie next to it. */
const ownFolders = {
  name: 'own folders',
  setup(build) {
    build.onLoad({ filter: /\.c?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!/__dirname|__filename/.test(text)) return undefined;
      const names = `var __dirname=${JSON.stringify(dirname(path))},__filename=${JSON.stringify(path)};`;
      return { contents: names + text, resolveDir: dirname(path) };
    });
  },
};

/** What a package can work with and we have not installed stays a `require` that fails, as it is expected to. */
const absentPackages = {
  name: 'absent packages',
  setup(build) {
    const resolving = Symbol('resolving');
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, importer, kind, resolveDir }) => {
      if (pluginData === resolving) return undefined;
      const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: resolving });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

if (process.argv[1] === thisFile) void bundleApps(process.argv.slice(2));
