import { readFixture } from '../../../test/read-fixture';
import { allocateBlockSums, type BlockSums, sumBlocks } from './block-sums';
import { chooseBlockCount, probabilityOfBacktestOverfitting } from './probability-of-backtest-overfitting';

/** The same by numpy and scipy.stats.rankdata from the whole matrix, split by split; columns in 1/units. */
const NUMPY = readFixture('validation', 'overfitting') as {
  readonly units: number;
  readonly cases: readonly {
    readonly name: string;
    readonly columns: readonly (readonly number[])[];
    readonly results: readonly {
      readonly blocks: number;
      readonly splits: number;
      readonly probability: number;
      readonly probability_of_loss: number;
      readonly slope: number;
    }[];
  }[];
};

function blockSumsOf(columns: readonly (readonly number[])[], blocks: number): BlockSums {
  const rows = columns[0].length;
  const sums = allocateBlockSums(columns.length, rows, blocks);
  columns.forEach((column, trial) => sumBlocks(sums, trial, Float64Array.from(column), rows));
  return sums;
}

const MATRICES = NUMPY.cases.map(({ name, columns, results }) => ({
  name,
  columns: columns.map((column) => column.map((value) => value / NUMPY.units)),
  results,
}));

describe.each(MATRICES)('on the matrix "$name"', ({ columns, results }) => {
  it.each(results)('$blocks blocks give what numpy gives from the whole matrix', (expected) => {
    const found = probabilityOfBacktestOverfitting(blockSumsOf(columns, expected.blocks))!;
    expect(found.splits).toBe(expected.splits);
    expect(found.probability).toBeCloseTo(expected.probability, 12);
    expect(found.probabilityOfLoss).toBeCloseTo(expected.probability_of_loss, 12);
    expect(found.slope).toBeCloseTo(expected.slope, 8);
  });
});

describe('block sums', () => {
  it('leave the rows out of the front that do not fill a block', () => {
    const sums = blockSumsOf([[9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8]], 4);
    expect(sums.rowsPerBlock).toBe(2);
    expect([...sums.sums]).toEqual([3, 7, 11, 15]);
    expect([...sums.squares]).toEqual([5, 25, 61, 113]);
  });

  it('count returns that stopped early as 0', () => {
    const sums = allocateBlockSums(1, 8, 4);
    sumBlocks(sums, 0, Float64Array.of(1, 2, 3), 8);
    expect([...sums.sums]).toEqual([3, 3, 0, 0]);
  });
});

describe('edges', () => {
  it('the number of blocks follows the number of rows, at least 10 to a block', () => {
    expect([0, 79, 80, 99, 100, 159, 160, 5_000].map(chooseBlockCount)).toEqual([
      null,
      null,
      8,
      8,
      10,
      10,
      16,
      16,
    ]);
  });

  it('one trial cannot be chosen among', () => {
    expect(probabilityOfBacktestOverfitting(blockSumsOf([MATRICES[0].columns[0]], 8))).toBeNull();
  });

  it('trials that are all the same are no better than the median', () => {
    const same = MATRICES[0].columns[0];
    const found = probabilityOfBacktestOverfitting(blockSumsOf([same, same, same], 8))!;
    expect(found.probability).toBe(1);
    const idle = probabilityOfBacktestOverfitting(
      blockSumsOf(
        [same, same].map((row) => row.map(() => 0)),
        8,
      ),
    )!;
    expect(idle).toEqual({ probability: 1, probabilityOfLoss: 0, slope: null, blocks: 8, splits: 70 });
  });

  it('a trial that always wins by far is never overfit', () => {
    const steady = Array.from({ length: 160 }, (_, row) => 0.01 + (row % 2) * 0.001);
    const columns = [...MATRICES[0].columns.map((column) => column.slice(0, 160)), steady];
    const found = probabilityOfBacktestOverfitting(blockSumsOf(columns, 16))!;
    expect(found.probability).toBe(0);
    expect(found.probabilityOfLoss).toBe(0);
  });
});
