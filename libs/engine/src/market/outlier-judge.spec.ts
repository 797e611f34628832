import { type JudgedClose, OutlierJudge } from './outlier-judge';

/** Twenty closes at 100, at the times 1 to 20. */
const STORED = Array.from({ length: 20 }, (_, index) => ({ openTime: index + 1, close: 100 }));

/** Puts closes at the times from 21 on; what is named is by time. */
function judge(closes: readonly number[], stored: readonly JudgedClose[] = STORED) {
  const judged = new OutlierJudge(stored, []);
  for (const [index, close] of closes.entries()) judged.put({ openTime: 21 + index, close });
  const { stored: accepted, held, dropped, levelShifts } = judged.judgement();
  return {
    stored: accepted.map(({ openTime }) => openTime),
    held: held.map(({ candle, awaits }) => `${candle.openTime}${awaits ? ' awaits' : ''}`),
    dropped,
    levelShifts,
  };
}

// The rule: more than ten times off the median m of the last 20 and off each of the last 3 is held; of the next two open times
// either may come back, |ln(c/m)| at most half of the jump's, and it is a spike; else the level is stored.
describe('OutlierJudge', () => {
  it('stores a level when two closes after it stay there, and reports it once', () => {
    expect(judge([2_200, 2_200, 2_200, 2_200, 100])).toEqual({
      stored: [21, 22, 23, 24, 25],
      held: [],
      dropped: [],
      levelShifts: [{ openTime: 21, ratio: 22 }],
    });
  });

  it('holds one with fewer than two open times after it', () => {
    expect(judge([2_200, 2_200])).toMatchObject({ stored: [], held: ['21 awaits', '22 awaits'] });
  });

  it.each([
    ['the next', [2_200, 100, 2_200], [22], ['21', '23 awaits']],
    ['the one after it', [2_200, 2_200, 100], [23], ['21', '22 awaits']],
    // By hand: half of ln 22 is ln 4.69.
    ['half the way, just', [2_200, 469, 800], [22, 23], ['21']],
  ])('keeps a spike of which %s is back', (_, closes, stored, held) => {
    expect(judge(closes)).toMatchObject({ stored, held, levelShifts: [] });
  });

  it('stores a level that two closes within ten times confirm', () => {
    expect(judge([2_200, 470, 800])).toMatchObject({ stored: [21, 22, 23], levelShifts: [{ openTime: 21 }] });
  });

  it('keeps a spike inside a new level apart from it', () => {
    expect(judge([2_200, 66_000, 2_200, 2_200])).toMatchObject({
      stored: [21, 23, 24],
      held: ['22'],
      levelShifts: [{ openTime: 21 }],
    });
  });

  it('accepts what is near one of the last three, or of too little before it', () => {
    expect(judge([900, 8_000]).stored).toEqual([21, 22]);
    expect(judge([1e9], STORED.slice(1)).stored).toEqual([21]);
  });

  it('does not judge a close that is stored already', () => {
    const stored = [...STORED, { openTime: 21, close: 2_200 }, { openTime: 22, close: 100 }];
    expect(judge([2_200], stored)).toMatchObject({ stored: [21], held: [] });
    expect(judge([2_201], [...stored, { openTime: 23, close: 100 }])).toMatchObject({ held: ['21'] });
  });

  it('takes up what was held before, and lets a later candle of the same time replace it', () => {
    const held = [{ candle: { openTime: 21, close: 2_200 }, awaits: true }];
    const released = new OutlierJudge(STORED, held);
    for (const openTime of [22, 23]) released.put({ openTime, close: 2_150 });
    expect(released.judgement()).toMatchObject({ stored: [{ openTime: 21 }, {}, {}], dropped: [21] });
    const replaced = new OutlierJudge(STORED, held);
    replaced.put({ openTime: 21, close: 101 });
    expect(replaced.judgement()).toMatchObject({ stored: [{ close: 101 }], held: [], dropped: [21] });
    const written = new OutlierJudge([...STORED, { openTime: 21, close: 101 }], held);
    written.replace(21);
    expect(written.judgement()).toEqual({ stored: [], held: [], dropped: [21], levelShifts: [] });
  });
});
