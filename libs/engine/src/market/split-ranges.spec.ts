import { regularGrid } from './candle-grid';
import { cutSpans, splitRanges } from './split-ranges';

const MINUTE = 60_000;
const MINUTES = regularGrid(60, '24x7');
const SESSIONS = regularGrid(86_400, 'XNYS');
const minute = (number: number) => number * MINUTE;
const run = (first: number, last: number) => ({
  first: minute(first),
  last: minute(last),
  missing: last - first + 1,
});
const span = (first: number, last: number) => ({ first: minute(first), last: minute(last) });

/** Parts as [first, last, candles, whether marked], in minutes. */
const partsOf = (...given: Parameters<typeof splitRanges>) =>
  splitRanges(...given).map(({ first, last, missing, mark }) => [
    first / MINUTE,
    last / MINUTE,
    missing,
    mark !== undefined,
  ]);

describe('splitRanges', () => {
  it('leaves runs whole that no mark touches', () => {
    expect(partsOf([run(0, 4), run(10, 10)], [span(5, 9)], MINUTES)).toEqual([
      [0, 4, 5, false],
      [10, 10, 1, false],
    ]);
  });

  it('cuts a run before and after a mark inside it', () => {
    expect(partsOf([run(0, 9)], [span(3, 4), span(7, 20)], MINUTES)).toEqual([
      [0, 2, 3, false],
      [3, 4, 2, true],
      [5, 6, 2, false],
      [7, 9, 3, true],
    ]);
  });

  it('lets one mark lie over several runs', () => {
    expect(partsOf([run(0, 1), run(3, 4)], [span(-5, 50)], MINUTES)).toEqual([
      [0, 1, 2, true],
      [3, 4, 2, true],
    ]);
  });

  it('counts a candle as marked when the mark holds the time it opens at', () => {
    const around = [{ first: minute(2) - 1, last: minute(3) + 59_999 }];
    expect(partsOf([run(0, 5)], around, MINUTES)).toEqual([
      [0, 1, 2, false],
      [2, 3, 2, true],
      [4, 5, 2, false],
    ]);
    const between = [{ first: minute(2) + 1, last: minute(3) - 1 }];
    expect(partsOf([run(0, 5)], between, MINUTES)).toEqual([[0, 5, 6, false]]);
  });

  // Thursday 2024-01-11 to Wednesday 2024-01-17: the weekend and, on Monday, Martin Luther King Day lie between.
  it('counts sessions where a run reaches over days without trading', () => {
    const day = (text: string) => Date.parse(`2024-01-${text}`);
    const sessions = { first: day('11'), last: day('17'), missing: 4 };
    const tuesday = { first: day('16'), last: day('16') };
    const parts = splitRanges([sessions], [tuesday], SESSIONS);
    expect(parts.map(({ first, last, missing, mark }) => [first, last, missing, mark])).toEqual([
      [day('11'), day('12'), 2, undefined],
      [day('16'), day('16'), 1, tuesday],
      [day('17'), day('17'), 1, undefined],
    ]);
    const weekend = { first: day('13'), last: day('15') };
    expect(splitRanges([sessions], [weekend], SESSIONS)).toMatchObject([{ missing: 4 }]);
  });
});

describe('cutSpans', () => {
  it('cuts a stretch at each time inside it, and at none of its ends', () => {
    const spans = [
      { first: 0, last: 10 },
      { first: 20, last: 30 },
    ];
    expect(cutSpans(spans, [0, 4, 7, 15, 25, 30])).toEqual([
      { first: 0, last: 4 },
      { first: 4, last: 7 },
      { first: 7, last: 10 },
      { first: 20, last: 25 },
      { first: 25, last: 30 },
    ]);
    expect(cutSpans(spans, [])).toEqual(spans);
  });
});
