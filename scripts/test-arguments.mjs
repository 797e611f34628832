// The arguments of `npm test`, as people write them and as Jest takes them.
import { readdirSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** Jest's display names, see jest.config.ts. */
export const PROJECTS = ['unit', 'e2e', 'jobs', 'faults', 'console'];

/** Jest's options that take every word after them; words that are no project's name are taken out again. */
const PROJECT_OPTIONS = ['--selectProjects', '--ignoreProjects'];
/** Options that take no value: a word after one of them is a path. */
const FLAGS = new Set(
  [
    '--bail',
    '--ci',
    '--coverage',
    '--detectOpenHandles',
    '--forceExit',
    '--onlyChanged',
    '--randomize',
  ].concat(['--runInBand', '--showSeed', '--silent', '--verbose', '-b', '-i', '-o']),
);
const IGNORED_PATHS = '--testPathIgnorePatterns';
/** Options that take every word after them. */
const LISTS = new Set(['--reporters', IGNORED_PATHS]);

/** Which scenario files `test/load-scenarios.ts` loads, separated by commas; all of them where it is not set. */
export const SCENARIOS_VARIABLE = 'TEST_SCENARIOS';
/** Scenario files are loaded by the suite that is named as their folder is, unless it loads those of several folders. */
export const SCENARIO_ENDING = '.scenarios.ts';
/** The suites of folders that share one: evaluating the modules of the API takes a second of each suite. */
const SHARED_SUITES = {
  'apps/api/test/analysis': 'apps/api/test/stored-and-computed',
  'apps/api/test/backtests': 'apps/api/test/stored-and-computed',
  'apps/api/test/records': 'apps/api/test/stored-and-computed',
};

/**
 * Paths first, because Jest takes a path after `--selectProjects` for a project and then runs everything; for scenario files
 * their suites. `chosen` are the test files that the paths leave, of whatever project. Throws an error with a sentence where a word is neither a project nor a part of a test file's path.
 */
export function arrangeArguments(given, testFiles) {
  const paths = [];
  const ignored = [];
  const options = [];
  for (let index = 0; index < given.length; index++) {
    const word = given[index];
    if (!word.startsWith('-')) {
      paths.push(word);
      continue;
    }
    const isValue = () => index + 1 < given.length && !given[index + 1].startsWith('-');
    if (word === IGNORED_PATHS) {
      while (isValue()) ignored.push(given[++index]);
      continue;
    }
    options.push(word);
    if (FLAGS.has(word) || word.includes('=')) continue;
    if (PROJECT_OPTIONS.includes(word)) {
      while (isValue() && PROJECTS.includes(given[index + 1])) options.push(given[++index]);
    } else {
      do if (isValue()) options.push(given[++index]);
      while (LISTS.has(word) && isValue());
    }
  }
  for (const path of paths) requireTestFile(path, testFiles);
  const { chosen, loading, empty } = chooseFiles(paths, ignored, testFiles);
  const ignoring = [...ignored, ...empty];
  const scenarios = chosen.filter(isScenario).join(',');
  return {
    chosen,
    options: [...paths, ...loading, ...options, ...(ignoring.length > 0 ? [IGNORED_PATHS, ...ignoring] : [])],
    variables: paths.length + ignored.length > 0 ? { [SCENARIOS_VARIABLE]: scenarios } : {},
  };
}

/** Which files are wanted, which suites load them that no path names, and which suites would have none. */
function chooseFiles(paths, ignored, testFiles) {
  const isIn = (patterns, file) => patterns.some((pattern) => matches(pattern, file));
  const isNamed = (file) => paths.length === 0 || isIn(paths, file);
  const chosen = testFiles.filter(
    (file) => (isNamed(file) || (isScenario(file) && isNamed(suiteOf(file)))) && !isIn(ignored, file),
  );
  const suites = new Set(chosen.filter(isScenario).map(suiteOf));
  const all = new Set(testFiles.filter(isScenario).map(suiteOf));
  return {
    chosen,
    loading: [...suites].filter((suite) => !isNamed(suite)),
    empty: [...all].filter((suite) => !suites.has(suite) && isNamed(suite)),
  };
}

const isScenario = (file) => file.endsWith(SCENARIO_ENDING);

/** The suite that loads a scenario file, each by its path from the root. */
export function suiteOf(scenarioFile) {
  const folder = dirname(scenarioFile);
  return `${SHARED_SUITES[folder] ?? folder}.e2e-spec.ts`;
}

function requireTestFile(path, testFiles) {
  if (testFiles.some((file) => matches(path, file))) return;
  throw new Error(
    `No test file has "${path}" in its path, and no project has that name; projects are ${PROJECTS.join(', ')}.`,
  );
}

/** The folder of a scenario file may be left out. */
function matches(pattern, file) {
  const isMatch = toPattern(pattern);
  if (isMatch.test(file)) return true;
  return isScenario(file) && isMatch.test(join(dirname(file), '..', basename(file)).replaceAll(sep, '/'));
}

/** As Jest does: a regular expression over the path, in any letter case. */
function toPattern(path) {
  try {
    return new RegExp(path.replace(/^\.\//, ''), 'i');
  } catch {
    throw new Error(`"${path}" is no regular expression; paths of tests are chosen by one.`);
  }
}

/** Files of installed packages, and those that break the rules of the checks for their tests. */
const NO_TESTS = /\.venv|^(boundaries|lint)[\\/]bad[\\/]/;

/** Every test file below the folders that Jest searches, relative to the root, with forward slashes. */
export function listTestFiles(root) {
  return ['apps', 'bench', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /([.-]spec|\.scenarios)\.ts$/.test(file) && !NO_TESTS.test(file))
      .map((file) => `${folder}/${file.split(sep).join('/')}`),
  );
}
