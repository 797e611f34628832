import { largestDifference, readEmpyricalCases } from '../../../test/empyrical-relative';
import { measureRelative } from './measure-relative';

const TOLERANCE = 1e-9;

describe('measureRelative', () => {
  it.each(readEmpyricalCases())('agrees with empyrical to 1e-9: $name', ({ input, whole }) => {
    expect(largestDifference({ ...measureRelative(input) }, { ...whole })).toBeLessThanOrEqual(TOLERANCE);
  });

  it('of the benchmark itself is a beta of 1 without alpha, tracking error or information ratio', () => {
    const returns = Float64Array.of(0.01, -0.02, 0.015, 0.003);
    expect(measureRelative({ returns, benchmarkReturns: returns, periodsPerYear: 252 })).toEqual({
      observations: 4,
      alpha: 0,
      beta: 1,
      rSquared: 1,
      trackingError: 0,
      informationRatio: null,
      upCapture: 1,
      downCapture: 1,
      activeReturn: 0,
    });
  });

  it('is null without returns, and where nothing varies', () => {
    const none = { returns: new Float64Array(), benchmarkReturns: new Float64Array(), periodsPerYear: 252 };
    expect(Object.values(measureRelative(none)).filter((value) => value !== null)).toEqual([0]);
    const flat = { returns: new Float64Array(5), benchmarkReturns: new Float64Array(5), periodsPerYear: 252 };
    expect(measureRelative(flat)).toMatchObject({
      observations: 5,
      alpha: null,
      beta: null,
      rSquared: null,
      informationRatio: null,
      upCapture: null,
      downCapture: null,
    });
  });

  it('is null instead of infinite where a year of it exceeds any number', () => {
    const returns = Float64Array.of(5, 3, 4);
    const benchmarkReturns = Float64Array.of(0.001, 0.002, -0.001);
    const { alpha, upCapture } = measureRelative({ returns, benchmarkReturns, periodsPerYear: 525_600 });
    expect({ alpha, upCapture }).toEqual({ alpha: null, upCapture: null });
  });

  it('ends with the shorter of both, as the returns of a ruined account do', () => {
    const benchmarkReturns = Float64Array.of(0.01, -0.02, 0.015, 0.003);
    const returns = Float64Array.of(0.02, -1);
    expect(measureRelative({ returns, benchmarkReturns, periodsPerYear: 252 }).observations).toBe(2);
  });
});
