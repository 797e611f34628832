// Who may import whom: the sources break none of the rules of .dependency-cruiser.cjs, and test/boundaries/bad breaks each of
// them, so that a rule that no longer sees anything is noticed.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { generateApiTypes } from '../build-console.mjs';

const root = join(import.meta.dirname, '..', '..');
const configuration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

async function modulesOf(baseDir) {
  const { enhancedResolveOptions, ...options } = configuration.options;
  const result = await cruise(
    ['apps', 'libs'],
    { ...options, baseDir, validate: true, ruleSet: { forbidden: configuration.forbidden } },
    enhancedResolveOptions,
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  return result.output.modules;
}

const brokenRules = ({ rules = [] }) => rules.map((rule) => rule.name);

function violationsIn(modules) {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap((dependency) =>
      brokenRules(dependency).map(
        (name) => `${name}: ${source} → ${dependency.resolved} (${dependency.module})`,
      ),
    ),
  );
}

/** Where two paths part: the folder that they share, and in it the two that they lead into; undefined where one of them ends there. */
function partingOf(from, to) {
  const [one, other] = [from.split('/'), to.split('/')];
  const index = one.findIndex((segment, depth) => segment !== other[depth]);
  const isInFolders = index < one.length - 1 && index < other.length - 1;
  return isInFolders ? [one.slice(0, index).join('/'), one[index], other[index]] : undefined;
}

/** Folders of a library that lie side by side and import each other, directly or through others. */
function folderCyclesIn(modules) {
  const importsOf = new Map();
  const isLibrary = (path) => /^libs\/[^/]+\/src\//.test(path) && !/\.(spec|contract)\.ts$/.test(path);
  for (const { source, dependencies } of modules.filter((module) => isLibrary(module.source))) {
    for (const { resolved } of dependencies.filter((dependency) => isLibrary(dependency.resolved))) {
      const [parent, from, to] = partingOf(source, resolved) ?? [];
      if (parent === undefined || !parent.includes('/src')) continue;
      const key = `${parent}/${from}`;
      importsOf.set(key, new Set([...(importsOf.get(key) ?? []), `${parent}/${to}`]));
    }
  }
  const reaches = (from, target, seen = new Set()) =>
    [...(importsOf.get(from) ?? [])].some((next) => {
      if (next === target) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, target, seen);
    });
  return [...importsOf.keys()]
    .filter((folder) => reaches(folder, folder))
    .map((folder) => `no-folder-cycle: ${folder}`);
}

/** In the fixture a file is named after the rule that each of its imports breaks, and `allowed` where none does. */
function missedIn(fixture) {
  const missed = [];
  for (const { name } of configuration.forbidden) {
    const files = fixture.filter(({ source }) => basename(source).split('.')[0] === name);
    if (files.length === 0) missed.push(`no file of the fixture breaks ${name}`);
    for (const { source, dependencies } of files) {
      if (dependencies.length === 0) missed.push(`no import was found in ${source}`);
      for (const dependency of dependencies.filter((candidate) => !brokenRules(candidate).includes(name))) {
        missed.push(`${name} did not see ${source} → ${dependency.module}`);
      }
    }
  }
  const allowed = fixture.filter(({ source }) => /^allowed\.tsx?$/.test(basename(source)));
  if (allowed.length === 0) missed.push('no file of the fixture shows what is allowed');
  return [...missed, ...violationsIn(allowed).map((violation) => `should be allowed: ${violation}`)];
}

// The console imports them.
await generateApiTypes();
const modules = await modulesOf(root);
const violations = [...violationsIn(modules), ...folderCyclesIn(modules)];
const bad = await modulesOf(join(root, 'test', 'boundaries', 'bad'));
const missed = missedIn(bad);
const circling = folderCyclesIn(bad).map((cycle) => cycle.split('/').at(-1));
if (circling.sort().join() !== 'chicken,egg')
  missed.push(`no-folder-cycle saw [${circling}], not chicken and egg`);
for (const line of [...violations, ...missed]) console.error(line);
if (modules.length === 0) console.error('No source file was found.');
console.log(
  `${modules.length} modules, ${violations.length} violations; ${configuration.forbidden.length + 1} rules tried`,
);
process.exitCode = violations.length + missed.length > 0 || modules.length === 0 ? 1 : 0;
