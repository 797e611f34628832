// `npm run check`: everything that a machine can see without the end-to-end suites. All steps run, each with its time.
//   node scripts/check.mjs [--only <step>]… [--skip <step>]…
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const tool = (path, ...args) => [join('node_modules', path), ...args];

/** Each step is one or more Node programs; the first that fails ends the step. */
const STEPS = {
  prettier: [tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  eslint: [tool('eslint/bin/eslint.js', '--max-warnings', '0', '.')],
  types: [tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  boundaries: [['scripts/check/boundaries.mjs']],
  documents: [['scripts/check/documents.mjs']],
  vocabulary: [['scripts/check/vocabulary.mjs']],
  fixtures: [['scripts/check/fixtures.mjs']],
  // Knip knows no import conditions: it follows the aliases to the build, and tsconfig.build.json leads it back to the sources.
  knip: [
    ['scripts/build.mjs'],
    tool('knip/bin/knip.js', '--no-progress', '--tsConfig', 'tsconfig.build.json'),
  ],
  openapi: [['scripts/build.mjs'], ['scripts/check/openapi.mjs']],
  'migration-drift': [['scripts/build.mjs'], ['scripts/check/migration-drift.mjs']],
  duplicates: [tool('jscpd/bin/jscpd', '--exitCode', '1')],
  unit: [tool('jest/bin/jest.js', '--selectProjects', 'unit', '--silent', '--reporters', 'summary')],
};

function chosenSteps() {
  const list = { type: 'string', multiple: true, default: [] };
  const { only, skip } = parseArgs({ options: { only: list, skip: list } }).values;
  const unknown = [...only, ...skip].filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}.`);
    process.exit(2);
  }
  return (only.length > 0 ? only : Object.keys(STEPS)).filter((name) => !skip.includes(name));
}

const execute = promisify(execFile);

async function run(programs) {
  let output = '';
  for (const program of programs) {
    try {
      const { stdout, stderr } = await execute(process.execPath, program, {
        cwd: root,
        maxBuffer: 256 * 2 ** 20,
      });
      output += `${stdout}${stderr}`;
    } catch (error) {
      return { passed: false, output: `${output}${error.stdout ?? ''}${error.stderr ?? ''}${error.message}` };
    }
  }
  return { passed: true, output };
}

const failed = [];

async function runSequentially(names) {
  for (const name of names) {
    const startedAt = performance.now();
    const { passed, output } = await run(STEPS[name]);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
    if (!passed) {
      failed.push(name);
      console.log(output.trimEnd().replace(/^/gm, '        '));
    }
  }
}

const steps = chosenSteps();
// The longest beside the others; those run one after another, because several of them build.
await Promise.all([
  runSequentially(steps.filter((name) => name === 'eslint')),
  runSequentially(steps.filter((name) => name !== 'eslint')),
]);
console.log(failed.length === 0 ? `${steps.length} checks passed` : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
