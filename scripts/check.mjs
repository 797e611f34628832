// `npm run check`: everything that a machine can see without the end-to-end suites. All steps run, each with its time.
//   node scripts/check.mjs [--only <step>]… [--skip <step>]…
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { generateApiTypes } from './build-console.mjs';

const root = join(import.meta.dirname, '..');
const tool = (path, ...args) => [join('node_modules', path), ...args];

// A file that has not changed since it passed is not linted or formatted again, and types are checked incrementally. A lint rule that reads
// the types of other files may therefore see a change of theirs late; where CI is set, everything is checked from the beginning.
const keepsNotes = !process.env.CI;
const notes = (name) => `node_modules/.cache/candelabra/${name}`;
const cached = (name) =>
  keepsNotes ? ['--cache', '--cache-strategy', 'content', '--cache-location', notes(name)] : [];
const typesOf = (project, name) =>
  tool(
    'typescript/bin/tsc',
    ...['-p', project],
    ...(keepsNotes ? ['--incremental', '--tsBuildInfoFile', notes(`${name}.tsbuildinfo`)] : []),
  );

/**
 * Each step is a Node program. The longest come first: two run at a time. Those of `NEED_BUILD` read the build, which is brought up to
 * date once. Knip knows no import conditions: it follows the aliases to the build, and tsconfig.build.json leads it back to the sources.
 */
const STEPS = {
  unit: tool('jest/bin/jest.js', '--selectProjects', 'unit', '--silent', '--reporters', 'summary'),
  eslint: tool('eslint/bin/eslint.js', '--max-warnings', '0', ...cached('eslint'), '.'),
  types: typesOf('tsconfig.json', 'types'),
  'console-types': typesOf('apps/console/tsconfig.json', 'console-types'),
  prettier: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...cached('prettier'), '.'),
  boundaries: ['scripts/check/boundaries.mjs'],
  duplicates: tool('jscpd/bin/jscpd', '--exitCode', '1'),
  knip: tool('knip/bin/knip.js', '--no-progress', '--tsConfig', 'tsconfig.build.json'),
  openapi: ['scripts/check/openapi.mjs'],
  'migration-drift': ['scripts/check/migration-drift.mjs'],
  vocabulary: ['scripts/check/vocabulary.mjs'],
  documents: ['scripts/check/documents.mjs'],
  fixtures: ['scripts/check/fixtures.mjs'],
  'lint-rules': ['scripts/check/lint.mjs'],
};
const NEED_BUILD = ['knip', 'openapi', 'migration-drift'];
const STEPS_AT_A_TIME = 2;

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

async function run(program) {
  try {
    const { stdout, stderr } = await execute(process.execPath, program, {
      cwd: root,
      maxBuffer: 256 * 2 ** 20,
    });
    return { passed: true, output: `${stdout}${stderr}` };
  } catch (error) {
    return { passed: false, output: `${error.stdout ?? ''}${error.stderr ?? ''}${error.message}` };
  }
}

let building;
const build = () => (building ??= run(['scripts/build.mjs', '--services']));

async function runStep(name) {
  const built = NEED_BUILD.includes(name) ? await build() : undefined;
  const startedAt = performance.now();
  const { passed, output } = built?.passed === false ? built : await run(STEPS[name]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  if (passed) return;
  failed.push(name);
  console.log(output.trimEnd().replace(/^/gm, '        '));
}

const failed = [];
const steps = chosenSteps();
// The sources of the console import them, and what reads its sources looks them up.
await generateApiTypes();
const waiting = [...steps];
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: STEPS_AT_A_TIME }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await runStep(name);
  }),
);
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
console.log(failed.length === 0 ? `${steps.length} checks passed` : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
