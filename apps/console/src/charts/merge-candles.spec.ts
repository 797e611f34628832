import type { Candle } from './chart-series';
import { mergeCandles } from './merge-candles';

const candle = (minute: number, close: string): Candle => ({
  time: `2026-01-01T00:0${minute}:00Z`,
  open: '1',
  high: '9',
  low: '1',
  close,
});
const [one, two, four] = [candle(1, '1'), candle(2, '2'), candle(4, '4')];

describe('mergeCandles', () => {
  it('replaces the state of a candle, and leaves the others the same objects', () => {
    const newer = candle(4, '5');
    const merged = mergeCandles([one, two, four], [newer]);
    expect(merged).toEqual([one, two, newer]);
    expect(merged[0]).toBe(one);
    expect(merged[1]).toBe(two);
  });

  it('appends what follows, also when the time is written otherwise', () => {
    const five = { ...candle(5, '5'), time: '2026-01-01T00:05:00.000Z' };
    const newer = { ...candle(5, '6'), time: '2026-01-01T00:05:00Z' };
    expect(mergeCandles([one], [two, five, newer])).toEqual([one, two, newer]);
  });

  it('puts a late candle where its time is', () => {
    const three = candle(3, '3');
    expect(mergeCandles([one, two, four], [three])).toEqual([one, two, three, four]);
    expect(mergeCandles([two], [one])).toEqual([one, two]);
    expect(mergeCandles([], [one])).toEqual([one]);
  });
});
