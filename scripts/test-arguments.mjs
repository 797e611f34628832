// The arguments of `npm test`, as people write them and as Jest takes them.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Jest's display names, see jest.config.ts. */
export const PROJECTS = ['unit', 'e2e', 'jobs', 'faults'];

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
/** Options that take every word after them. */
const LISTS = new Set(['--reporters', '--testPathIgnorePatterns']);

/**
 * Paths first, because Jest takes a path after `--selectProjects` for a project and then runs everything. Throws an error
 * with a sentence where a word is neither a project nor a part of a test file's path.
 */
export function arrangeArguments(given, testFiles) {
  const paths = [];
  const options = [];
  for (let index = 0; index < given.length; index++) {
    const word = given[index];
    if (!word.startsWith('-')) {
      paths.push(word);
      continue;
    }
    options.push(word);
    if (FLAGS.has(word) || word.includes('=')) continue;
    const isValue = () => index + 1 < given.length && !given[index + 1].startsWith('-');
    if (PROJECT_OPTIONS.includes(word)) {
      while (isValue() && PROJECTS.includes(given[index + 1])) options.push(given[++index]);
    } else {
      do if (isValue()) options.push(given[++index]);
      while (LISTS.has(word) && isValue());
    }
  }
  for (const path of paths) requireTestFile(path, testFiles);
  return [...paths, ...options];
}

function requireTestFile(path, testFiles) {
  const isMatch = toPattern(path);
  if (testFiles.some((file) => isMatch.test(file))) return;
  throw new Error(
    `No test file has "${path}" in its path, and no project has that name; projects are ${PROJECTS.join(', ')}.`,
  );
}

/** As Jest does: a regular expression over the path, in any letter case. */
function toPattern(path) {
  try {
    return new RegExp(path.replace(/^\.\//, ''), 'i');
  } catch {
    throw new Error(`"${path}" is no regular expression; paths of tests are chosen by one.`);
  }
}

/** Every test file below the folders that Jest searches, relative to the root, with forward slashes. */
export function listTestFiles(root) {
  return ['apps', 'bench', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /[.-]spec\.ts$/.test(file) && !file.includes('.venv'))
      .map((file) => `${folder}/${file.split(sep).join('/')}`),
  );
}
