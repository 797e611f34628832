// Each file of test/lint/bad is named after the rule of eslint.config.mjs that it breaks, and `allowed` where it breaks none: a rule that
// no longer sees anything is noticed. What has too many lines is `allowed`, as a file of each kind, with more of them. They have a
// tsconfig.json of their own, or the types of the whole repository would be built for them.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import local from './lint/rules.mjs';

const root = join(import.meta.dirname, '..', '..');
const bad = join(root, 'test', 'lint', 'bad');
const RULES = [
  ...Object.keys(local.rules),
  'consistent-type-imports',
  // Of the console: one that React itself needs, and one of the compiler's.
  'rules-of-hooks',
  'set-state-in-effect',
];
const MOST_LINES = 250;
const LONG_FILES = [
  'apps/api/src/journal/allowed.ts',
  'apps/api/test/journal/allowed.scenarios.ts',
  'apps/api/test/allowed.e2e-spec.ts',
  'apps/console/src/allowed.tsx',
  'apps/api/test/support/allowed.ts',
  'test/allowed.ts',
];

const { default: configuration } = await import('../../eslint.config.mjs');
/** In the fixture's own tree the patterns of the configuration mean what they mean in ours. */
const eslint = new ESLint({
  cwd: bad,
  overrideConfigFile: true,
  overrideConfig: configuration.filter(({ ignores, files }) => files !== undefined || ignores === undefined),
});
const rulesBroken = ({ messages }) =>
  messages.map(({ ruleId, message }) => ruleId?.split('/').at(-1) ?? message);
const results = await eslint.lintFiles(['**/*.{ts,tsx}']);
const nameOf = ({ filePath }) => basename(filePath).split('.')[0];
const brokenIn = (name) => results.filter((result) => nameOf(result) === name).flatMap(rulesBroken);
const problems = RULES.filter((rule) => !brokenIn(rule).includes(rule)).map(
  (rule) => `${rule} did not see its file: ${brokenIn(rule)}`,
);
const tooLong = readFileSync(join(bad, LONG_FILES[0]), 'utf8') + '\n'.repeat(MOST_LINES);
for (const file of LONG_FILES) {
  const [result] = await eslint.lintText(tooLong, { filePath: join(bad, file) });
  const broken = rulesBroken(result);
  if (broken.join() !== 'max-lines') problems.push(`max-lines did not see ${file}: ${broken.join()}`);
}
if (!results.some((result) => nameOf(result) === 'allowed')) problems.push('no file shows what is allowed');
if (brokenIn('allowed').length !== 0) problems.push(`should be allowed: ${brokenIn('allowed')}`);
for (const problem of problems) console.error(problem);
console.log(`${RULES.length + 1} rules tried, ${problems.length} without effect`);
process.exitCode = problems.length > 0 ? 1 : 0;
