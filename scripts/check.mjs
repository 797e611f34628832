// `npm run check`: everything that a machine can see without the end-to-end suites. All steps run, each with its time.
//   node scripts/check.mjs [--only <step>]…
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const tool = (path, ...args) => [join('node_modules', path), ...args];

/** Each step is one or more Node programs; the first that fails ends the step. */
const STEPS = {
  prettier: [tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  eslint: [tool('eslint/bin/eslint.js', '--max-warnings', '0', '.')],
  types: [tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  boundaries: [['scripts/check/boundaries.mjs']],
  // Knip knows no import conditions: it follows the aliases to the build, and tsconfig.build.json leads it back to the sources.
  knip: [
    ['scripts/build.mjs'],
    tool('knip/bin/knip.js', '--no-progress', '--tsConfig', 'tsconfig.build.json'),
  ],
  'migration-drift': [['scripts/build.mjs'], ['scripts/check/migration-drift.mjs']],
  duplicates: [tool('jscpd/bin/jscpd', '--exitCode', '1')],
  unit: [tool('jest/bin/jest.js', '--selectProjects', 'unit', '--silent', '--reporters', 'summary')],
};

function chosenSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
  const unknown = (values.only ?? []).filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}.`);
    process.exit(2);
  }
  return values.only ?? Object.keys(STEPS);
}

function run(programs) {
  let output = '';
  for (const program of programs) {
    const result = spawnSync(process.execPath, program, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 2 ** 20,
    });
    output += `${result.stdout}${result.stderr}`;
    if (result.status !== 0) return { passed: false, output: `${output}${result.error?.message ?? ''}` };
  }
  return { passed: true, output };
}

const failed = [];
const steps = chosenSteps();
for (const name of steps) {
  const startedAt = performance.now();
  const { passed, output } = run(STEPS[name]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  if (!passed) {
    failed.push(name);
    console.log(output.trimEnd().replace(/^/gm, '        '));
  }
}
console.log(failed.length === 0 ? `${steps.length} checks passed` : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
