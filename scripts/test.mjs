// npm test: installs and builds when needed, runs Jest with the options given, and ends with the seconds that the tests took and `N passed, N failed`.
//   npm test -- [<part of a path>…] [--selectProjects <unit | e2e | jobs | faults | console>…] [options of Jest]
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileNobodyBuilds } from './build-lock.mjs';
import { build } from './build.mjs';
import { bundleApps, keepBundles } from './bundled-apps.mjs';
import { cpuSecondsOfChildren } from './cpu-seconds.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { runToEnd } from './run-to-end.mjs';
import { arrangeArguments, listTestFiles, PROJECTS } from './test-arguments.mjs';

const { chosen, options, variables } = argumentsOfJest();
const selected = PROJECTS.filter((project) => options.includes(project));
/** Suites that start processes of the built apps, as far as their folders say so; others bundle what they need. */
const STARTS_APPS = /^(apps\/(worker|cli)|test\/(services|faults))\//;

await ensureInstalled();
// Kept for this run: another one may build anew while it runs.
const bundles = await whileNobodyBuilds(async () => {
  await build({ withConsole: selected.includes('console') });
  if (selected.join() === 'console' || !chosen.some((file) => STARTS_APPS.test(file))) return undefined;
  await bundleApps();
  return keepBundles();
});

const folder = mkdtempSync(join(tmpdir(), 'candelabra-jest-'));
const resultFile = join(folder, 'result.json');
const choosesProjects = options.some((option) => option.startsWith('--selectProjects'));
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const [startedAt, cpuSecondsBefore] = [performance.now(), cpuSecondsOfChildren()];
const exitCode = await runToEnd(
  process.execPath,
  [
    jest,
    ...options,
    ...(choosesProjects ? [] : ['--ignoreProjects', 'faults', 'console']),
    '--json',
    `--outputFile=${resultFile}`,
  ],
  // With --json Jest prints the result on its standard output, too; what people read goes to the error output.
  {
    cwd: root,
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, ...variables, ...bundles?.variables },
  },
);
const { passed, failed } = count();
rmSync(folder, { recursive: true, force: true });
bundles?.leave();
console.log(`\n${costOfTests()}\n${passed} passed, ${failed} failed`);
process.exit(exitCode !== 0 ? exitCode : failed > 0 ? 1 : 0);

function argumentsOfJest() {
  try {
    return arrangeArguments(process.argv.slice(2), listTestFiles(root));
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

function costOfTests() {
  const wall = `tests: ${Math.round((performance.now() - startedAt) / 1000)} s`;
  const cpu = cpuSecondsOfChildren();
  return cpu === undefined ? wall : `${wall}, ${Math.round(cpu - cpuSecondsBefore)} s of CPU`;
}

/** A suite that could not be loaded has no test cases that could fail: it counts as one. So does a run that never was. */
function count() {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(resultFile, 'utf8'),
  );
  const counted = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: exitCode !== 0 && counted === 0 ? 1 : counted };
}
