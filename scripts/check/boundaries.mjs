// Who may import whom: the sources break none of the rules of .dependency-cruiser.cjs, and test/boundaries/bad breaks each of
// them, so that a rule that no longer sees anything is noticed.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

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
  const allowed = fixture.filter(({ source }) => basename(source) === 'allowed.ts');
  if (allowed.length === 0) missed.push('no file of the fixture shows what is allowed');
  return [...missed, ...violationsIn(allowed).map((violation) => `should be allowed: ${violation}`)];
}

const modules = await modulesOf(root);
const violations = violationsIn(modules);
const missed = missedIn(await modulesOf(join(root, 'test', 'boundaries', 'bad')));
for (const line of [...violations, ...missed]) console.error(line);
if (modules.length === 0) console.error('No source file was found.');
console.log(
  `${modules.length} modules, ${violations.length} violations; ${configuration.forbidden.length} rules tried`,
);
process.exitCode = violations.length + missed.length > 0 || modules.length === 0 ? 1 : 0;
