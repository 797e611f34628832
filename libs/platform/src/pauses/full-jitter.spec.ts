import { fullJitter } from './full-jitter';

const PAUSES = { firstMilliseconds: 100, longestMilliseconds: 1_000 };

describe('fullJitter', () => {
  it('stays below a limit that doubles with each attempt, up to the longest', () => {
    const limits = [0, 1, 2, 3, 4, 1_000].map((attempt) => fullJitter(attempt, PAUSES, () => 1));

    expect(limits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('spreads attempts over everything below the limit', () => {
    expect([0, 0.25, 0.5].map((share) => fullJitter(2, PAUSES, () => share))).toEqual([0, 100, 200]);
  });
});
