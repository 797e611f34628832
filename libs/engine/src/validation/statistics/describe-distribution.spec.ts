import { readSpxCandles } from '../../../test/spx-candles';
import { describeDistribution } from './describe-distribution';
import { returnsOf } from '../../performance/sample-returns';

/** numpy 2.4.6 and scipy 1.17.1: np.mean, np.std(ddof=1), st.skew, st.kurtosis, np.percentile, np.histogram(x, 'auto'). */
describe('the distribution of the daily returns of the S&P 500', () => {
  const returns = returnsOf(readSpxCandles().close);

  it('has the moments and percentiles of scipy and numpy', () => {
    const { percentiles, ...found } = describeDistribution(returns.slice());
    expect(found).toMatchObject({
      count: 5_104,
      mean: expect.closeTo(0.00021202104530069663, 15),
      standardDeviation: expect.closeTo(0.012530423486564834, 14),
      skewness: expect.closeTo(-0.12262930675083869, 10),
      kurtosis: expect.closeTo(11.017114991667233, 9),
    });
    const expected = [
      ...[-0.03450820643278012, -0.018938962761684237, -0.004749917387591868, 0.0005473455443665287],
      ...[0.0057007312822821565, 0.01721421269280891, 0.03588226065214979],
    ];
    Object.values(percentiles!).forEach((value, index) => expect(value).toBeCloseTo(expected[index], 14));
  });

  it("has numpy's bins of the first 1,000 returns", () => {
    const { bins } = describeDistribution(returns.slice(0, 1_000));
    expect(bins.map(({ count }) => count)).toEqual([
      ...[1, 0, 1, 0, 1, 1, 2, 4, 5, 8, 17, 22, 33, 47, 44, 65, 95, 95, 107, 100, 93, 77, 50, 36, 29, 21],
      ...[14, 7, 2, 9, 2, 6, 1, 2, 1, 1, 1],
    ]);
    expect([bins[0].lower, bins[0].upper, bins.at(-1)!.upper]).toEqual([
      -0.05827793657608815,
      expect.closeTo(-0.05515347095639037, 15),
      0.057327291352729626,
    ]);
  });

  it('has 100 bins where numpy would make 143: those of np.histogram(x, 100)', () => {
    const { bins } = describeDistribution(returns.slice());
    expect(bins).toHaveLength(100);
    expect(bins.slice(42, 56).map(({ count }) => count)).toEqual([
      ...[55, 82, 118, 124, 173, 243, 323, 469, 684, 696, 524, 407, 276, 204],
    ]);
  });
});

describe('the distribution of few values', () => {
  const countsOf = (...values: number[]) =>
    describeDistribution(Float64Array.of(...values)).bins.map(({ count }) => count);

  it("has numpy's bins where most values are equal, and where values are at the edges", () => {
    expect(countsOf(0, 0, 0, 0, 0, 0, 0, 0.1, -0.3)).toEqual([1, 0, 0, 0, 7, 1]);
    expect(countsOf(-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)).toEqual([2, 2, 2, 2, 2]);
  });

  it('has one bin and no shape where all are equal or as close as doubles are, and nothing of nothing', () => {
    expect(describeDistribution(new Float64Array(4).fill(0.25))).toMatchObject({
      mean: 0.25,
      standardDeviation: 0,
      skewness: null,
      kurtosis: null,
      bins: [{ lower: -0.25, upper: 0.75, count: 4 }],
    });
    expect(countsOf(1, 1 + Number.EPSILON, 1, 1, 1)).toEqual([5]);
    expect(describeDistribution(new Float64Array())).toEqual({
      ...{ count: 0, mean: null, standardDeviation: null, skewness: null, kurtosis: null },
      ...{ percentiles: null, bins: [] },
    });
  });
});
