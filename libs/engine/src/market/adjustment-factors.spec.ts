import { adjustmentFactors } from './adjustment-factors';

/**
 * QuantConnect's Lean, Data/equity/usa/factor_files/aapl.csv (as of February 2021): the last date on which the factors hold,
 * the price factor, the split factor, and the close of that date as it was traded.
 */
const LEAN = `20050225,0.8613657,0.01785710,88.97
20120808,0.8613657,0.03571430,619.86
20121106,0.8650639,0.03571430,582.86
20130206,0.8690150,0.03571430,457.35
20130508,0.8740796,0.03571430,463.84
20130807,0.8798652,0.03571430,464.98
20131105,0.8856747,0.03571430,525.62
20140205,0.8908440,0.03571430,512.59
20140507,0.8961764,0.03571430,592.33
20140606,0.9011818,0.03571430,645.57
20140806,0.9011818,0.25,94.97
20141105,0.9056639,0.25,108.86
20150204,0.9095911,0.25,119.56
20150506,0.9131808,0.25,125.01
20150805,0.9169952,0.25,115.4
20151104,0.9211460,0.25,122
20160203,0.9250890,0.25,96.35
20160504,0.9301088,0.25,94.19
20160803,0.9357717,0.25,105.79
20161102,0.9408410,0.25,111.59
20170208,0.9456714,0.25,132.04
20170510,0.9497715,0.25,153.26
20170809,0.9536918,0.25,161.06
20171109,0.9574369,0.25,175.88
20180208,0.9608787,0.25,155.15
20180510,0.9647964,0.25,190.04
20180809,0.9685167,0.25,208.88
20181107,0.9719134,0.25,209.95
20190207,0.9753046,0.25,170.94
20190509,0.9794875,0.25,200.72
20190808,0.9832594,0.25,203.43
20191106,0.9869953,0.25,257.24
20200206,0.9899586,0.25,325.21
20200507,0.9923080,0.25,303.74
20200806,0.9949942,0.25,455.61
20200828,0.9967882,0.25,499.23
20201105,0.9967882,1,119.03
20210204,0.9985079,1,137.39`
  .split('\n')
  .map((line) => line.split(','))
  .map(([date, price, split, close]) => ({
    date: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
    price: Number(price),
    split: Number(split),
    close: Number(close),
  }));

/** Apple's published splits. */
const SPLITS = [
  { exDate: '2005-02-28', numerator: 2, denominator: 1 },
  { exDate: '2014-06-09', numerator: 7, denominator: 1 },
  { exDate: '2020-08-31', numerator: 4, denominator: 1 },
];

/** Apple's published dividends a share, as they were paid, in the order of Lean's dates without a split. */
const PAID = [
  ...[2.65, 2.65, 2.65, 3.05, 3.05, 3.05, 3.05, 3.29, 0.47, 0.47, 0.47, 0.52, 0.52, 0.52, 0.52, 0.57, 0.57],
  ...[0.57, 0.57, 0.63, 0.63, 0.63, 0.63, 0.73, 0.73, 0.73, 0.73, 0.77, 0.77, 0.77, 0.77, 0.82, 0.82, 0.205],
  0.205,
];

describe('adjustmentFactors', () => {
  it('agrees with the factors that Lean publishes for Apple', () => {
    const beforeSplits = ['2005-02-25', '2014-06-06', '2020-08-28'];
    // Only the order of dates counts, so the date of Lean's row represents the ex-date, which is the session after it.
    const dividends = LEAN.filter(({ date }) => !beforeSplits.includes(date)).map(
      ({ date, close }, index) => ({
        exDate: date,
        amount: PAID[index],
        closeBefore: close,
      }),
    );
    expect(dividends).toHaveLength(PAID.length);
    const splits = SPLITS.map((split, index) => ({ ...split, exDate: beforeSplits[index] }));
    const factors = adjustmentFactors(splits, dividends);
    expect(factors.map(({ exDate }) => exDate)).toEqual(LEAN.map(({ date }) => date));
    for (const [index, { price, split }] of LEAN.entries()) {
      expect(factors[index].splitFactor).toBeCloseTo(split, 7);
      expect(factors[index].totalReturnFactor).toBeCloseTo(price, 6);
    }
  });

  it('knows no factor up to a dividend whose close before is not known, and one after it', () => {
    const factors = adjustmentFactors(
      [],
      [
        { exDate: '2020-01-02', amount: 1, closeBefore: 100 },
        { exDate: '2020-02-03', amount: 1, closeBefore: undefined },
        { exDate: '2020-03-02', amount: 1, closeBefore: 50 },
      ],
    );
    expect(factors.map(({ totalReturnFactor }) => totalReturnFactor)).toEqual([undefined, undefined, 0.98]);
  });

  it('takes what is paid on one day together, and nothing that exceeds the price', () => {
    const paid = (...amounts: number[]) =>
      adjustmentFactors(
        [],
        amounts.map((amount) => ({ exDate: '2020-01-02', amount, closeBefore: 10 })),
      );
    expect(paid(1, 4)).toEqual([{ exDate: '2020-01-02', splitFactor: 1, totalReturnFactor: 0.5 }]);
    expect(paid(10)[0].totalReturnFactor).toBeUndefined();
    expect(adjustmentFactors([], [])).toEqual([]);
  });
});
