import { basename, dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import {
  arrangeArguments,
  listTestFiles,
  PROJECTS,
  SCENARIO_ENDING,
  suiteOf,
} from '../scripts/test-arguments.mjs';
import config from '../jest.config';

const FILES = [
  'apps/worker/test/gap-repair.e2e-spec.ts',
  'libs/engine/src/market/median.spec.ts',
  'apps/api/test/candles.e2e-spec.ts',
  'apps/api/test/candles/export.scenarios.ts',
  'apps/api/test/candles/lists.scenarios.ts',
  'apps/api/test/streams.e2e-spec.ts',
  'apps/api/test/streams/ends.scenarios.ts',
];
const arranged = (line: string) => arrangeArguments(line.split(' ').filter(Boolean), FILES);
const arrange = (line: string) => arranged(line).options.join(' ');

describe('arguments of npm test', () => {
  it.each([
    ['a path alone', 'gap-repair', 'gap-repair'],
    [
      'a path after a project',
      '--selectProjects e2e jobs gap-repair',
      'gap-repair --selectProjects e2e jobs',
    ],
    ['a path after a flag', '--runInBand median', 'median --runInBand'],
    [
      'the value of an option',
      '--testTimeout 300000 -t closes repair',
      'repair --testTimeout 300000 -t closes',
    ],
    [
      'the values of a list',
      '--testPathIgnorePatterns a b --maxWorkers=2 gap-repair',
      'gap-repair --maxWorkers=2 --testPathIgnorePatterns a b',
    ],
    ['no word', '', ''],
  ])('take %s', (_, given, expected) => {
    expect(arrange(given)).toBe(expected);
  });

  const [CANDLES, STREAMS] = ['apps/api/test/candles.e2e-spec.ts', 'apps/api/test/streams.e2e-spec.ts'];
  const [EXPORT, LISTS, ENDS] = [3, 4, 6].map((index) => FILES[index]);

  it.each([
    ['a scenario file', 'candles/exp', `candles/exp ${CANDLES}`, [EXPORT]],
    [
      'a suite and a scenario file',
      'test/candles ends',
      `test/candles ends ${STREAMS}`,
      [EXPORT, LISTS, ENDS],
    ],
    [
      'all of a suite but one',
      'test/candles --testPathIgnorePatterns lists',
      'test/candles --testPathIgnorePatterns lists',
      [EXPORT],
    ],
    [
      'everything but one',
      '--testPathIgnorePatterns lists',
      '--testPathIgnorePatterns lists',
      [EXPORT, ENDS],
    ],
    [
      'a suite without any',
      '--testPathIgnorePatterns ends',
      `--testPathIgnorePatterns ends ${STREAMS}`,
      [EXPORT, LISTS],
    ],
    ['no scenario file', 'median', 'median', []],
  ])('choose %s', (_, given, expected, scenarios) => {
    expect(arrange(given)).toBe(expected);
    expect(arranged(given).variables).toEqual({ TEST_SCENARIOS: scenarios.join(',') });
  });

  it('leave the test files that the paths name and no pattern ignores', () => {
    const [REPAIR, MEDIAN] = FILES;
    expect(arranged('median repair --testPathIgnorePatterns worker').chosen).toEqual([MEDIAN]);
    expect(arranged('--testPathIgnorePatterns apps/api').chosen).toEqual([REPAIR, MEDIAN]);
  });

  it('leave all scenario files to their suites where no path is named', () => {
    expect(arranged('--runInBand')).toEqual({ chosen: FILES, options: ['--runInBand'], variables: {} });
  });

  it('refuse a word that is neither a project nor in the path of a test, and name the projects', () => {
    expect(() => arrange('--selectProjects e3e repair')).toThrow(
      'No test file has "e3e" in its path, and no project has that name; projects are unit, e2e, jobs, faults, console.',
    );
    expect(() => arrange('gaps(')).toThrow('"gaps(" is no regular expression');
  });

  it('know the projects and the files of the tests', () => {
    expect(PROJECTS).toEqual(
      config.projects!.map((project) => (project as { displayName: string }).displayName),
    );
    expect(listTestFiles(`${__dirname}/..`)).toEqual(
      expect.arrayContaining(['test/test-arguments.spec.ts', 'apps/api/test/candles/gaps.scenarios.ts']),
    );
  });

  it('choose the suite that several folders share', () => {
    const files = ['apps/api/test/records/cursors.scenarios.ts', 'apps/api/test/backtests/runs.scenarios.ts'];
    const shared = 'apps/api/test/stored-and-computed.e2e-spec.ts';
    expect(arrangeArguments(['test/records'], [...files, shared])).toMatchObject({
      options: ['test/records', shared],
      variables: { TEST_SCENARIOS: files[0] },
    });
  });

  it('know no scenario file without the suite that loads it', () => {
    const root = join(__dirname, '..');
    const files = listTestFiles(root);
    const scenarios = files.filter((file) => file.endsWith(SCENARIO_ENDING));
    expect(scenarios).not.toEqual([]);
    const isLoaded = (file: string) =>
      files.includes(suiteOf(file)) &&
      readFileSync(join(root, suiteOf(file)), 'utf8').includes(`'${basename(dirname(file))}'`);
    expect(scenarios.filter((file) => !isLoaded(file))).toEqual([]);
  });
});
