import { barsToForget } from './bars-to-forget';

const LEFT = 1e-10;

/**
 * What the last of one, two or three smoothings with the same share still holds after n bars, each by summing up what the one
 * before it passed on: sⁿ, sⁿ(1 + nq) and sⁿ(1 + nq + n(n + 1)/2 q²) where q = 1 − s.
 */
function heldAfter(bars: number, share: number, smoothings: number): number {
  const q = 1 - share;
  const terms = [1, bars * q, ((bars * (bars + 1)) / 2) * q ** 2];
  return share ** bars * terms.slice(0, smoothings).reduce((sum, term) => sum + term, 0);
}

describe('barsToForget', () => {
  it.each([
    [1, 1 - 1 / 14],
    [2, 1 - 1 / 14],
    [3, 1 - 2 / 31],
    [2, 1 - 1 / 2000],
    [3, 1 - 2 / 2001],
  ])('is the first bar after which %d smoothings that keep %d hold next to nothing', (smoothings, share) => {
    const bars = barsToForget(...Array<number>(smoothings).fill(share));
    expect(heldAfter(bars, share, smoothings)).toBeLessThanOrEqual(LEFT);
    expect(heldAfter(bars - 1, share, smoothings)).toBeGreaterThan(LEFT);
  });

  it('of unequal smoothings is longer than that of the slower one', () => {
    const [slow, fast] = [1 - 2 / 27, 1 - 2 / 10];
    expect(barsToForget(slow, fast)).toBeGreaterThan(barsToForget(slow));
    expect(barsToForget(slow, fast)).toBeLessThan(barsToForget(slow) + barsToForget(fast));
  });

  it('is nothing for smoothings of one bar', () => {
    expect(barsToForget(0)).toBe(0);
    expect(barsToForget(0, 0, 0)).toBe(0);
    expect(barsToForget(0, 0.5)).toBe(barsToForget(0.5));
  });
});
