import { arrangeArguments, listTestFiles, PROJECTS } from '../scripts/test-arguments.mjs';
import config from '../jest.config';

const FILES = ['apps/api/test/gaps.e2e-spec.ts', 'libs/engine/src/market/median.spec.ts'];
const arrange = (line: string) => arrangeArguments(line.split(' ').filter(Boolean), FILES).join(' ');

describe('arguments of npm test', () => {
  it.each([
    ['a path alone', 'apps/api/test/gaps', 'apps/api/test/gaps'],
    [
      'a path after a project',
      '--selectProjects e2e jobs apps/api/test/gaps',
      'apps/api/test/gaps --selectProjects e2e jobs',
    ],
    ['a path after a flag', '--runInBand median', 'median --runInBand'],
    ['the value of an option', '--testTimeout 300000 -t closes gaps', 'gaps --testTimeout 300000 -t closes'],
    [
      'the values of a list',
      '--testPathIgnorePatterns a b --maxWorkers=2 gaps',
      'gaps --testPathIgnorePatterns a b --maxWorkers=2',
    ],
    ['no word', '', ''],
  ])('take %s', (_, given, expected) => {
    expect(arrange(given)).toBe(expected);
  });

  it('refuse a word that is neither a project nor in the path of a test, and name the projects', () => {
    expect(() => arrange('--selectProjects e3e gaps')).toThrow(
      'No test file has "e3e" in its path, and no project has that name; projects are unit, e2e, jobs, faults.',
    );
    expect(() => arrange('gaps(')).toThrow('"gaps(" is no regular expression');
  });

  it('know the projects and the files of the tests', () => {
    expect(PROJECTS).toEqual(
      config.projects!.map((project) => (project as { displayName: string }).displayName),
    );
    expect(listTestFiles(`${__dirname}/..`)).toEqual(
      expect.arrayContaining(['test/test-arguments.spec.ts', 'apps/api/test/gaps.e2e-spec.ts']),
    );
  });
});
