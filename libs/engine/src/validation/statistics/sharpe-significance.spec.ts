import { readFixture } from '../../../test/read-fixture';
import { averageRank } from './average-rank';
import { deflatedSharpeRatio } from './deflated-sharpe-ratio';
import { expectedMaximumSharpe } from './expected-maximum-sharpe';
import { minimumBacktestLengthYears } from './minimum-backtest-length';
import { minimumTrackRecordLength } from './minimum-track-record-length';
import { probabilisticSharpeRatio } from './probabilistic-sharpe-ratio';
import { measureReturnMoments } from './return-moments';

const SCIPY = readFixture('validation', 'moments') as {
  readonly samples: readonly {
    readonly name: string;
    readonly returns: readonly number[];
    readonly sharpe_ratio: number;
    readonly skewness: number;
    readonly kurtosis: number;
  }[];
  readonly ranks: readonly { readonly values: readonly number[]; readonly ranks: readonly number[] }[];
};

/** The figures of the papers, with the digits that pypbo's tests give (pypbo/tests/pbo_tests.py). */
describe('published figures', () => {
  it('expected maximum of 100 trials is 2.5306028932016846', () => {
    expect(expectedMaximumSharpe(100)).toBeCloseTo(2.5306028932016846, 12);
  });

  it('probabilistic Sharpe ratio of the Efficient Frontier paper is 0.91323430688486018', () => {
    const moments = {
      sharpeRatio: 1.585 / Math.sqrt(12),
      skewness: -2.448,
      kurtosis: 10.164,
      observations: 24,
    };
    expect(probabilisticSharpeRatio(moments)).toBeCloseTo(0.9132343068848602, 12);
  });

  it('deflated Sharpe ratio of its paper is 0.90039683444939034', () => {
    const moments = { sharpeRatio: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10, observations: 1_250 };
    expect(deflatedSharpeRatio(moments, 100, Math.sqrt(0.5 / 250))).toBeCloseTo(0.9003968344493903, 12);
  });

  it.each([
    ['2.73 years of days', 2, 1, 250, 0, 3, 2.7311878017281761],
    ['2.83 years of weeks', 2, 1, 52, 0, 3, 2.8288335869452368],
    ['27.4 years of months', 3, 2.5, 12, -0.72, 5.78, 27.352920196040301],
  ] as const)(
    'minimum track record length is %s (Efficient Frontier, figure 8)',
    (_, annual, benchmark, periods, skewness, kurtosis, years) => {
      const sharpeRatio = annual / Math.sqrt(periods);
      const length = minimumTrackRecordLength(
        { sharpeRatio, skewness, kurtosis },
        benchmark / Math.sqrt(periods),
      );
      expect(length! / periods).toBeCloseTo(years, 10);
    },
  );

  it('minimum backtest length of 45 trials is 4.9980870044434038 years for a Sharpe ratio of 1', () => {
    expect(minimumBacktestLengthYears(45, 1)).toBeCloseTo(4.9980870044434038, 12);
  });
});

describe('moments of returns', () => {
  it.each(SCIPY.samples)("of the $name sample are scipy's", (sample) => {
    const moments = measureReturnMoments(Float64Array.from(sample.returns))!;
    expect(moments.observations).toBe(sample.returns.length);
    expect(moments.sharpeRatio).toBeCloseTo(sample.sharpe_ratio, 12);
    expect(moments.skewness).toBeCloseTo(sample.skewness, 11);
    expect(moments.kurtosis).toBeCloseTo(sample.kurtosis, 11);
  });

  it('are null without two returns or without variance', () => {
    expect(measureReturnMoments(Float64Array.of())).toBeNull();
    expect(measureReturnMoments(Float64Array.of(0.01))).toBeNull();
    expect(measureReturnMoments(new Float64Array(50))).toBeNull();
    expect(measureReturnMoments(new Float64Array(50).fill(0.1))).toBeNull();
  });
});

it.each(SCIPY.ranks)("ranks of $values are scipy's $ranks", ({ values, ranks }) => {
  const column = Float64Array.from(values);
  expect(values.map((_, index) => averageRank(column, index))).toEqual(ranks);
});

describe('edges', () => {
  const normal = { sharpeRatio: 0.1, skewness: 0, kurtosis: 3, observations: 250 };

  it('the benchmark of the ratio itself has a probability of one half', () => {
    expect(probabilisticSharpeRatio(normal, 0.1)).toBe(0.5);
  });

  it('a track record of the minimum length is just long enough', () => {
    const observations = minimumTrackRecordLength(normal, 0.02)!;
    expect(probabilisticSharpeRatio({ ...normal, observations }, 0.02)).toBeCloseTo(0.95, 12);
  });

  it('no length suffices for a ratio that is not above the benchmark', () => {
    expect(minimumTrackRecordLength(normal, 0.1)).toBeNull();
    expect(minimumTrackRecordLength({ ...normal, sharpeRatio: -0.1 })).toBeNull();
    expect(minimumBacktestLengthYears(45, 0)).toBeNull();
    expect(minimumBacktestLengthYears(45, -1)).toBeNull();
  });

  it('one trial is expected to show nothing, and fewer than five are not deflated', () => {
    expect(expectedMaximumSharpe(1)).toBe(0);
    expect(deflatedSharpeRatio(normal, 4, 0.1)).toBeNull();
    expect(deflatedSharpeRatio(normal, 5, 0.1)).toBeLessThan(probabilisticSharpeRatio(normal)!);
    expect(deflatedSharpeRatio(normal, 5, 0)).toBe(probabilisticSharpeRatio(normal));
  });

  it('moments that no returns have make no probability', () => {
    expect(probabilisticSharpeRatio({ ...normal, sharpeRatio: 1, skewness: 9 })).toBeNull();
    expect(minimumTrackRecordLength({ ...normal, sharpeRatio: 1, skewness: 9 })).toBeNull();
    expect(probabilisticSharpeRatio({ ...normal, observations: 1 })).toBeNull();
  });
});
