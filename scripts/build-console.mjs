// Builds the console into dist/apps/console/static, which the API serves, when something of it has changed.
//   node scripts/build-console.mjs [--types]      --types: only the types of what the API answers, from openapi.json
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whileNobodyBuilds } from './build-lock.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { runToEnd } from './run-to-end.mjs';

const app = join(root, 'apps', 'console');
const generated = join(app, '.generated');
const typesFile = join(generated, 'api.d.ts');
const output = join(root, 'dist', 'apps', 'console');
const stampFile = join(output, '.build-stamp');
/** What the types are generated from, and by which packages. */
const sourcesOfTypes = ['openapi.json', 'package-lock.json'];

/** Resolves with the exit code of what could not be built, 0 when the files are up to date. Its caller holds the build lock. */
export async function buildConsole() {
  const stamp = stampOf([...sourcesOfConsole(), ...sourcesOfTypes]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === withOutput(stamp)) return 0;

  rmSync(stampFile, { force: true });
  console.log('Building the console …');
  // Vite drops types: they are for who edits and checks.
  const [exitCode] = await Promise.all([
    // With the NODE_ENV of tests it would be React as it is while it is edited.
    runVite(['build', '--logLevel', 'warn'], { NODE_ENV: 'production' }),
    generateApiTypes(),
  ]);
  if (exitCode === 0) writeFileSync(stampFile, withOutput(stamp));
  return exitCode;
}

/** Writes apps/console/.generated/api.d.ts, unless it is of the present openapi.json. */
export async function generateApiTypes() {
  const firstLine = `// ${stampOf(sourcesOfTypes)}\n`;
  if (existsSync(typesFile) && readFileSync(typesFile, 'utf8').startsWith(firstLine)) return;
  const { default: openapiTypeScript, astToString } = await import('openapi-typescript');
  const text = astToString(await openapiTypeScript(pathToFileURL(join(root, 'openapi.json'))));
  mkdirSync(generated, { recursive: true });
  const draft = `${typesFile}.${process.pid}`;
  writeFileSync(draft, firstLine + text);
  renameSync(draft, typesFile);
}

/** Runs vite with our terminal and variables, and these; resolves with its exit code. */
export function runVite(options, variables = {}) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, ...variables };
  return runToEnd(process.execPath, [vite, ...options, '--config', join(app, 'vite.config.mts')], {
    cwd: app,
    env,
  });
}

function sourcesOfConsole() {
  const isSource = (file) => !/^apps[\\/]console[\\/](\.generated|test)[\\/]/.test(file);
  return filesBelow(app)
    .map((file) => relative(root, file))
    .filter(isSource);
}

/** By content: a clone, or a switch of branches and back, is no change. */
function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    const text = readFileSync(join(root, file));
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}

/** With the names of what was written: a file that is missing is built again. */
function withOutput(stamp) {
  const files = filesBelow(output).filter((file) => file !== stampFile);
  return [stamp, ...files.map((file) => relative(output, file)).sort(), ''].join('\n');
}

function filesBelow(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(directory, entry.name)) : [join(directory, entry.name)],
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  if (process.argv.includes('--types')) await generateApiTypes();
  else process.exitCode = await whileNobodyBuilds(buildConsole);
}
