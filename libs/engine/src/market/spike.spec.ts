import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTERVALS, type Interval } from './interval';
import { isLargeReturn, isSpikeCandidate, returnsFromJump, SPIKE_WINDOW } from './spike';

const VEGA = join(__dirname, '..', '..', '..', '..', 'node_modules', 'vega-datasets', 'data');

/** Closes whose logarithmic returns are these, from 100. */
function closesOf(returns: readonly number[]): number[] {
  const closes = [100];
  for (const value of returns) closes.push(closes[closes.length - 1] * Math.exp(value));
  return closes;
}

const after = (closes: readonly number[], value: number) => closes[closes.length - 1] * Math.exp(value);

/** Thirty returns, 0.01 to 0.03: their median is 0.02, their distances from it 0, 0.01, 0.01: the MAD is 0.01. */
const THIRTY = closesOf(Array.from({ length: 30 }, (_, index) => 0.01 * (1 + (index % 3))));

describe('isSpikeCandidate', () => {
  it('requires more than ten deviations from the median return, either way', () => {
    // By hand: ten deviations are 10 × 1.4826 × 0.01 = 0.14826; the limits are 0.02 ± 0.14826, and the floor of 1m is 0.10.
    expect([0.168, 0.169].map((value) => isSpikeCandidate(after(THIRTY, value), THIRTY, '1m'))).toEqual([
      ...[false, true],
    ]);
    expect([-0.128, -0.129].map((value) => isSpikeCandidate(after(THIRTY, value), THIRTY, '1m'))).toEqual([
      ...[false, true],
    ]);
  });

  it('requires the floor of the interval as well', () => {
    const quiet = closesOf(Array.from({ length: 60 }, (_, index) => 0.0001 * ((index % 3) - 1)));
    const floors: Record<Interval, number> = {
      '1m': 0.1,
      '3m': 0.12,
      '5m': 0.12,
      '15m': 0.2,
      '30m': 0.2,
      '1h': 0.3,
      '2h': 0.3,
      '4h': 0.4,
      '6h': 0.4,
      '12h': 0.4,
      '1d': 0.6,
    };
    for (const interval of INTERVALS) {
      const judged = [floors[interval] - 0.001, floors[interval] + 0.001].flatMap((value) => [
        isSpikeCandidate(after(quiet, value), quiet, interval),
        isSpikeCandidate(after(quiet, -value), quiet, interval),
      ]);
      expect([interval, ...judged]).toEqual([interval, false, false, true, true]);
    }
  });

  it('goes by the floor alone where the price never moved', () => {
    const still = Array<number>(50).fill(100);
    expect([111, 110].map((close) => isSpikeCandidate(close, still, '1m'))).toEqual([true, false]);
  });

  it('does not judge by fewer than thirty returns', () => {
    expect(isSpikeCandidate(1e9, THIRTY.slice(1), '1m')).toBe(false);
    expect(isSpikeCandidate(1e9, THIRTY, '1m')).toBe(true);
    expect(isSpikeCandidate(1e9, [], '1m')).toBe(false);
  });

  it('judges by the last hundred returns', () => {
    const wild = closesOf(Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 0.5 : -0.5)));
    const calm = closesOf(Array.from({ length: 100 }, (_, index) => 0.001 * ((index % 3) - 1)));
    expect(calm).toHaveLength(SPIKE_WINDOW);
    expect(isSpikeCandidate(after(wild, 0.2), wild, '1m')).toBe(false);
    expect(isSpikeCandidate(after(calm, 0.2), [...wild, ...calm], '1m')).toBe(true);
  });
});

describe('returnsFromJump', () => {
  it.each([
    ['all of the way', 100, 200, 100, true],
    ['half of the way in logarithms', 100, 400, 200, true],
    ['less than half', 100, 400, 201, false],
    ['not at all', 100, 200, 205, false],
    ['a drop that is made good', 100, 50, 99, true],
    ['a level that shifts down', 100, 50, 51, false],
    ['beyond where it came from, by more than half', 100, 400, 49, false],
  ])('%s', (_, before, jumped, next, returned) =>
    expect(returnsFromJump(before, jumped, next)).toBe(returned),
  );
});

describe('real prices', () => {
  const candidates = (closes: readonly number[], interval: Interval) =>
    closes.filter(
      (close, index) =>
        index > 0 &&
        isLargeReturn(close, closes[index - 1], interval) &&
        isSpikeCandidate(close, closes.slice(Math.max(0, index - SPIKE_WINDOW), index), interval),
    );

  it('hold no candidate: S&P 500, daily, 2000 to 2020, by the floor of each interval up to the day', () => {
    const lines = readFileSync(join(VEGA, 'sp500-2000.csv'), 'utf8').trim().split('\n').slice(1);
    const closes = lines.map((line) => Number(line.split(',')[4]));
    expect(closes).toHaveLength(5_105);
    // Its largest day, 2020-03-16, is −12.8 % in logarithms: beyond the floors of minutes, within all from 15m on.
    for (const interval of INTERVALS.filter((each) => !/^[135]m$/.test(each)))
      expect([interval, candidates(closes, interval)]).toEqual([interval, []]);
  });

  it('hold no candidate: five shares, monthly, 2000 to 2010', () => {
    const lines = readFileSync(join(VEGA, 'stocks.csv'), 'utf8').trim().split('\n').slice(1);
    const bySymbol = new Map<string, number[]>();
    for (const line of lines) {
      const [symbol, , price] = line.split(',');
      bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), Number(price)]);
    }
    expect(bySymbol.size).toBe(5);
    for (const [symbol, closes] of bySymbol) expect([symbol, candidates(closes, '1d')]).toEqual([symbol, []]);
  });
});
