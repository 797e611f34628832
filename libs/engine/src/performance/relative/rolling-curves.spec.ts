import { candlesFromPrices } from '../../../test/candles-from-prices';
import { readSpxCandles } from '../../../test/spx-candles';
import { sampleReturns } from '../sample-returns';
import { measureRelative } from './measure-relative';
import { pairReturns } from './pair-returns';
import { rollingCurves } from './rolling-curves';

const { openTime, close } = readSpxCandles();
const spx = {
  openTime,
  equity: close.map((value, index) => value * (1 + 0.1 * Math.sin(index / 50))),
  benchmarkEquity: close,
  intervalSeconds: 86_400,
  calendar: 'XNYS',
} as const;

describe('pairReturns', () => {
  it('are the returns of the Sharpe ratio, of the same days', () => {
    const paired = pairReturns(spx);
    expect(paired.returns).toEqual(sampleReturns(openTime, spx.equity, 86_400, 'XNYS').returns);
    expect(paired.benchmarkReturns).toEqual(sampleReturns(openTime, close, 86_400, 'XNYS').returns);
    expect(paired.periodsPerYear).toBe(252);
    expect([paired.ends[0], paired.ends.at(-1)]).toEqual([1, 5104]);
  });

  it('leave out what begins or ends where there is no benchmark', () => {
    const span = { first: 100, last: 399 };
    const paired = pairReturns({ ...spx, span });
    expect(paired.returns).toEqual(pairReturns(spx).returns.slice(100, 399));
    expect([paired.ends[0], paired.ends.at(-1)]).toEqual([101, 399]);
  });

  it('end with an account that loses everything', () => {
    const equity = spx.equity.map((value, index) => (index < 300 ? value : 0));
    const { returns, benchmarkReturns } = pairReturns({ ...spx, equity });
    expect([returns.length, benchmarkReturns.length, returns.at(-1)]).toEqual([300, 300, -1]);
  });
});

describe('rollingCurves', () => {
  it('have at each bar what the returns up to its close give', () => {
    const { returns, benchmarkReturns } = pairReturns(spx);
    const columns = rollingCurves({ ...spx, window: 63 });
    const last = { returns: returns.slice(-63), benchmarkReturns: benchmarkReturns.slice(-63) };
    expect(columns.beta.at(-1)).toBeCloseTo(measureRelative({ ...last, periodsPerYear: 252 }).beta!, 10);
    expect([columns.beta[62], Number.isNaN(columns.beta[63])]).toEqual([NaN, false]);
  });

  it('keep the figures of a day until the next one is over', () => {
    // Twelve days of two bars each.
    const half = candlesFromPrices(
      Array.from({ length: 24 }, (_, index) => 100 + ((index * 7) % 11)),
      43_200,
    );
    const curves = {
      openTime: half.openTime,
      equity: half.close,
      intervalSeconds: 43_200,
      calendar: '24x7',
    } as const;
    const { volatility } = rollingCurves({ ...curves, benchmarkEquity: half.close, window: 3 });
    // There are three returns with the third day: bars 0 and 1 are the first one.
    expect(volatility.findIndex((value) => !Number.isNaN(value))).toBe(5);
    expect(volatility[6]).toBe(volatility[5]);
    expect(volatility[7]).not.toBe(volatility[6]);
  });

  it('have what needs no benchmark where none was kept, and nothing outside the span of one', () => {
    const alone = rollingCurves({ ...spx, benchmarkEquity: null, window: 20 });
    const beside = rollingCurves({ ...spx, window: 20 });
    expect(alone.sharpeRatio).toEqual(beside.sharpeRatio);
    expect([alone.beta, alone.activeReturn].every((column) => column.every(Number.isNaN))).toBe(true);
    const { beta } = rollingCurves({ ...spx, span: { first: 100, last: 399 }, window: 20 });
    const defined = Array.from(beta.keys()).filter((index) => !Number.isNaN(beta[index]));
    expect([defined[0], defined.at(-1)]).toEqual([120, 399]);
  });
});
