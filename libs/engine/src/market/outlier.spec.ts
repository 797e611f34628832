import { isOutlierClose, OUTLIER_WINDOW } from './outlier';

const hundreds = Array<number>(OUTLIER_WINDOW).fill(100);

describe('isOutlierClose', () => {
  it('calls more than ten times off the median an outlier, either way, and ten times not', () => {
    expect([1_000, 1_000.01, 10, 9.99].map((close) => isOutlierClose(close, hundreds))).toEqual([
      ...[false, true, false, true],
    ]);
  });

  it('judges only with 20 closes', () => {
    expect(isOutlierClose(1e9, hundreds.slice(1))).toBe(false);
    expect(isOutlierClose(1e9, [])).toBe(false);
  });

  it('compares with the last 20 closes, and is not moved by a spike among them', () => {
    expect(isOutlierClose(5_000, [...Array<number>(500).fill(5_000), ...hundreds])).toBe(true);
    expect(isOutlierClose(1_001, [...hundreds.slice(1), 1e9])).toBe(true);
  });

  it('takes the mean of the two middle closes as the median, and leaves the closes in their order', () => {
    const halves = [...Array<number>(10).fill(300), ...Array<number>(10).fill(100)];
    const before = [...halves];
    expect([2_000, 2_001].map((close) => isOutlierClose(close, halves))).toEqual([false, true]);
    expect(halves).toEqual(before);
  });
});
