import { readSpxCandles } from '../../test/spx-candles';
import { allocateCandleColumns, type CandleColumns } from './candle-columns';
import { findSplitLikeJumps, splitWarnings } from './unadjusted-splits';

/** Daily open and close, by date. */
function days(...rows: readonly (readonly [date: string, open: number, close: number])[]): CandleColumns {
  const candles = allocateCandleColumns(rows.length);
  rows.forEach(([date, open, close], index) => {
    candles.openTime[index] = Date.parse(date);
    candles.open[index] = open;
    candles.close[index] = close;
  });
  return candles;
}

// Apple as it was traded, unadjusted: the splits of 2014 (7:1) and 2020 (4:1).
const APPLE_2014 = [
  ['2014-06-06', 649.9, 645.57],
  ['2014-06-09', 92.7, 93.7],
  ['2014-06-10', 94.73, 94.25],
  ['2014-06-11', 94.13, 93.86],
] as const;
const APPLE_2020 = [
  ['2020-08-28', 504.05, 499.23],
  ['2020-08-31', 127.58, 129.04],
  ['2020-09-01', 132.76, 134.18],
  ['2020-09-02', 137.59, 131.4],
] as const;

it("finds the splits in Apple's prices as they were traded", () => {
  expect(findSplitLikeJumps(days(...APPLE_2014))).toEqual([{ date: '2014-06-09', ratio: '1:7' }]);
  expect(findSplitLikeJumps(days(...APPLE_2020))).toEqual([{ date: '2020-08-31', ratio: '1:4' }]);
});

it('finds a reverse split', () => {
  const inverted = APPLE_2014.map(([date, open, close]) => [date, 1 / open, 1 / close] as const);
  expect(findSplitLikeJumps(days(...inverted))).toEqual([{ date: '2014-06-09', ratio: '7:1' }]);
});

it('finds none where the level does not hold for three sessions, or is not known to', () => {
  expect(findSplitLikeJumps(days(...APPLE_2014.slice(0, 3)))).toEqual([]);
  const back = ['2014-06-11', 94.13, 645] as const;
  expect(findSplitLikeJumps(days(...APPLE_2014.slice(0, 3), back))).toEqual([]);
});

it('finds none that is farther than 3 % from a whole ratio, or beyond 50', () => {
  const opening = (open: number) =>
    findSplitLikeJumps(
      days(
        ['2024-01-02', 100, 100],
        ['2024-01-03', open, open],
        ['2024-01-04', open, open],
        ['2024-01-05', open, open],
      ),
    ).map(({ ratio }) => ratio);
  expect([51.4, 48.6].map(opening)).toEqual([['1:2'], ['1:2']]);
  expect([51.6, 48.4].map(opening)).toEqual([[], []]);
  expect([205.9, 194.1].map(opening)).toEqual([['2:1'], ['2:1']]);
  expect([206.1, 193.9, 250].map(opening)).toEqual([[], [], []]);
  expect([5_140, 5_160].map(opening)).toEqual([['50:1'], []]);
});

it("reads a session's boundary only, and counts sessions, not bars", () => {
  const at = (day: string, hour: number) => `${day}T${hour}:30:00Z`;
  const hours = [
    [at('2014-06-06', 18), 649, 650],
    [at('2014-06-06', 19), 650, 645.57],
    [at('2014-06-09', 13), 92.7, 93],
    [at('2014-06-09', 14), 93, 93.7],
    [at('2014-06-10', 13), 94.7, 94.2],
  ] as const;
  expect(findSplitLikeJumps(days(...hours))).toEqual([]);
  expect(findSplitLikeJumps(days(...hours, [at('2014-06-11', 13), 94, 93.9]))).toEqual([
    { date: '2014-06-09', ratio: '1:7' },
  ]);
  const within = hours.map(([, open, close], bar) => [at('2014-06-06', 13 + bar), open, close] as const);
  expect(findSplitLikeJumps(days(...within, ...APPLE_2014.slice(2)))).toEqual([]);
});

it('finds none in twenty years of the S&P 500', () => {
  expect(findSplitLikeJumps(readSpxCandles())).toEqual([]);
});

it('says what it looks like, but for splits that are stored', () => {
  const jumps = findSplitLikeJumps(days(...APPLE_2014));
  expect(splitWarnings(jumps, ['2005-02-28'])).toEqual([
    'the price on 2014-06-09 is 1:7 of the close before and stays there: looks like an unadjusted split',
  ]);
  expect(splitWarnings(jumps, ['2014-06-09'])).toEqual([]);
});
