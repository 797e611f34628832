// `npm run check`: everything that a machine can see without the end-to-end suites. All steps run, each with its time.
//   node scripts/check.mjs [--only <step>]… [--skip <step>]…
import { join } from 'node:path';
import { generateApiTypes } from './build-console.mjs';
import { chosenSteps, runProgram, runSteps } from './check/run-steps.mjs';

const tool = (path, ...args) => [join('node_modules', path), ...args];

/** Of what builds the types of the whole repository and keeps them: it is copied less often on its way to the old generation. */
const TYPED = '--max-semi-space-size=64';

// A file that has not changed since it passed is not linted or formatted again, and types are checked incrementally. A lint rule that reads
// the types of other files may therefore see a change of theirs late; where CI is set, everything is checked from the beginning.
const keepsNotes = !process.env.CI;
const notes = (name) => `node_modules/.cache/candelabra/${name}`;
const cached = (name) =>
  keepsNotes ? ['--cache', '--cache-strategy', 'content', '--cache-location', notes(name)] : [];
const typesOf = (project, name) => [
  TYPED,
  ...tool('typescript/bin/tsc', '-p', project),
  ...(keepsNotes ? ['--incremental', '--tsBuildInfoFile', notes(`${name}.tsbuildinfo`)] : []),
];

/**
 * Each step is a Node program. The longest come first: two run at a time. Those of `NEED_BUILD` read the build, which is brought up to
 * date once. Knip knows no import conditions: it follows the aliases to the build, and tsconfig.build.json leads it back to the sources.
 */
const STEPS = {
  unit: tool('jest/bin/jest.js', '--selectProjects', 'unit', '--silent', '--reporters', 'summary'),
  eslint: [TYPED, ...tool('eslint/bin/eslint.js', '--max-warnings', '0', ...cached('eslint'), '.')],
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

const steps = chosenSteps(Object.keys(STEPS));
// The sources of the console import them, and what reads its sources looks them up.
await generateApiTypes();

let building;
const build = () => (building ??= runProgram(['scripts/build.mjs', '--services']));

await runSteps(steps, async (name) => {
  const built = NEED_BUILD.includes(name) ? await build() : undefined;
  return built?.passed === false ? built : runProgram(STEPS[name]);
});
