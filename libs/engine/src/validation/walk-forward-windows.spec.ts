import { readFixture } from '../../test/read-fixture';
import { type WalkForwardMode, windowsOfSizes } from './walk-forward-windows';

/** What skfolio's WalkForward splits; the fixture names the command and the version. */
const SKFOLIO = readFixture('validation', 'skfolio-windows') as {
  readonly cases: readonly {
    readonly bars: number;
    readonly train: number;
    readonly test: number;
    readonly gap: number;
    readonly anchored: boolean;
    readonly reduce_last: boolean;
    readonly windows: readonly (readonly number[])[];
  }[];
};

function windows(
  bars: number,
  mode: WalkForwardMode,
  trainBars: number,
  testBars: number,
  gapBars: number,
  reduceLast: boolean,
): number[][] {
  return windowsOfSizes(bars, { mode, trainBars, testBars, stepBars: testBars, gapBars, reduceLast }).map(
    ({ trainFrom, trainTo, testFrom, testTo }) => [trainFrom, trainTo, testFrom, testTo],
  );
}

/** The cases of skfolio's own tests (tests/test_model_selection/test_walk_forward.py), 12 observations, ends exclusive. */
describe('published windows over 12 bars', () => {
  it.each([
    [
      'anchored',
      1,
      4,
      1,
      true,
      [
        [0, 1, 2, 6],
        [0, 5, 6, 10],
        [0, 9, 10, 12],
      ],
    ],
    [
      'anchored',
      1,
      4,
      1,
      false,
      [
        [0, 1, 2, 6],
        [0, 5, 6, 10],
      ],
    ],
    [
      'rolling',
      1,
      4,
      1,
      true,
      [
        [0, 1, 2, 6],
        [4, 5, 6, 10],
        [8, 9, 10, 12],
      ],
    ],
    [
      'rolling',
      1,
      4,
      1,
      false,
      [
        [0, 1, 2, 6],
        [4, 5, 6, 10],
      ],
    ],
    [
      'anchored',
      2,
      4,
      1,
      true,
      [
        [0, 2, 3, 7],
        [0, 6, 7, 11],
        [0, 10, 11, 12],
      ],
    ],
    [
      'anchored',
      2,
      4,
      0,
      true,
      [
        [0, 2, 2, 6],
        [0, 6, 6, 10],
        [0, 10, 10, 12],
      ],
    ],
    [
      'anchored',
      3,
      6,
      0,
      true,
      [
        [0, 3, 3, 9],
        [0, 9, 9, 12],
      ],
    ],
  ] as const)('%s, train %i, test %i, gap %i, reduce %p', (mode, train, test, gap, reduce, expected) => {
    expect(windows(12, mode, train, test, gap, reduce)).toEqual(expected);
  });
});

it(`makes skfolio's windows in all ${SKFOLIO.cases.length} cases of the fixture`, () => {
  for (const { bars, train, test, gap, anchored, reduce_last: reduce, windows: expected } of SKFOLIO.cases) {
    expect(windows(bars, anchored ? 'anchored' : 'rolling', train, test, gap, reduce)).toEqual(expected);
  }
  expect(SKFOLIO.cases.length).toBeGreaterThan(100);
});

it('steps further than a test on request', () => {
  const sizes = {
    mode: 'rolling',
    trainBars: 3,
    testBars: 2,
    stepBars: 4,
    gapBars: 0,
    reduceLast: false,
  } as const;
  expect(windowsOfSizes(12, sizes).map(({ testFrom, testTo }) => [testFrom, testTo])).toEqual([
    [3, 5],
    [7, 9],
  ]);
});
