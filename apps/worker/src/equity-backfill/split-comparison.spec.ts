import { agreesBefore, compareClose, compareSplits } from './split-comparison';

const split = (exDate: string, numerator: number, denominator = 1) => ({
  exDate,
  numerator: String(numerator),
  denominator: String(denominator),
});

describe('compareSplits', () => {
  it('sees what was added, changed or withdrawn', () => {
    const known = [split('2014-06-09', 7), split('2020-08-31', 4)];
    expect(compareSplits(known, [...known])).toEqual({
      isSame: true,
      isMoved: true,
      isConfirmed: false,
      added: [],
    });
    // Apple's 4:1 after the stored prices had been quartered without one.
    const implied = [{ exDate: '2020-08-25', factor: '0.25' }];
    expect(compareSplits([known[0]], known, implied)).toMatchObject({ isMoved: true, isConfirmed: true });
    expect(compareSplits(known, [known[0], split('2020-08-31', 8, 2)]).isSame).toBe(true);
    expect(compareSplits(known, [known[0]])).toMatchObject({ isSame: false, isMoved: false, added: [] });
    const corrected = split('2020-08-31', 5);
    expect(compareSplits(known, [known[0], corrected])).toMatchObject({ isMoved: false, added: [corrected] });
  });

  it('recognises a split that only changed its date', () => {
    const moved = split('2020-09-01', 4);
    expect(compareSplits([split('2020-08-31', 4)], [moved])).toEqual({
      isSame: false,
      isMoved: true,
      isConfirmed: false,
      added: [moved],
    });
  });
});

describe('stored prices and those of the provider', () => {
  // Apple closed at 499.23 on 2020-08-28 as it was traded, the session before its split of 4 for 1: 124.8075 adjusted.
  const openTime = Date.parse('2020-08-28');
  const published = [{ openTime, open: '126', high: '127', low: '124', close: '124.8075', volume: '1' }];
  const agrees = (close: number) =>
    agreesBefore([split('2020-08-31', 4)], [{ exDate: '2020-08-31', openTime, close }], published);

  it('agree where both hold the split, or neither', () => {
    expect([agrees(124.81), agrees(499.23)]).toEqual([true, false]);
  });

  it('are the same but for corrections of cents', () => {
    const compared = (close: number) => compareClose({ exDate: '2020-08-31', openTime, close }, published);
    expect([124.8075, 124.81, 499.23, 126.06].map(compared)).toEqual([
      ...['same', 'same', 'different', 'different'],
    ]);
    const unpublished = { exDate: '2020-08-31', openTime: 0, close: 124.81 };
    expect(compareClose(unpublished, published)).toBe('not published');
  });

  it('do not agree where there is nothing to compare', () => {
    expect(agreesBefore([split('2020-08-31', 4)], [], published)).toBe(false);
    expect(agreesBefore([], [], published)).toBe(false);
  });
});
