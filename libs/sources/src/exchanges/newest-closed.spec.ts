import { newestClosed } from './newest-closed';

const MINUTE = 60_000;
const OPEN = Date.UTC(2026, 0, 5, 14, 7);

describe('newestClosed', () => {
  it.each([
    [1_999, -2],
    [2_000, -1],
    [MINUTE + 1_999, -1],
    [MINUTE + 2_000, 0],
    [2 * MINUTE + 1_999, 0],
    [2 * MINUTE + 2_000, 1],
  ])('is, %i ms after the candle opened, the one %i after it', (after, candles) => {
    expect(newestClosed(OPEN + after, MINUTE)).toBe(OPEN + candles * MINUTE);
  });

  it('is none by an unknown time', () => {
    expect(newestClosed(-Infinity, MINUTE)).toBe(-Infinity);
  });
});
