import { splitRatio } from './split-ratio';

describe('the ratio of a split', () => {
  it.each([
    ['4', '4', '1'],
    ['7.0', '7', '1'],
    ['1.5', '3', '2'],
    ['1.005', '201', '200'],
    ['0.1', '1', '10'],
    ['0.05', '1', '20'],
    ['0.33333333', '1', '3'],
    ['0.333333', '1', '3'],
    ['0.14285714285714', '1', '7'],
    ['1.33333333', '4', '3'],
    ['0.0666666667', '1', '15'],
    // Google's distribution of class C shares in March 2014.
    ['1.998', '999', '500'],
  ])('of factor %s is %s to %s', (factor, numerator, denominator) => {
    expect(splitRatio(factor)).toEqual({ numerator, denominator });
  });
});
