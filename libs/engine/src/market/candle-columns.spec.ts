import {
  allocateCandleColumns,
  BYTES_PER_CANDLE,
  firstCandleAtOrAfter,
  sliceCandleColumns,
} from './candle-columns';

function columns(...openTimes: number[]) {
  const candles = allocateCandleColumns(openTimes.length);
  const names = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const;
  names.forEach((name, column) => {
    openTimes.forEach((time, index) => (candles[name][index] = time + column / 10));
  });
  return candles;
}

describe('candle columns', () => {
  it('lie side by side in one shared buffer and do not overlap', () => {
    const candles = columns(10, 20, 30);
    expect(candles.openTime.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(candles.openTime.buffer.byteLength).toBe(3 * BYTES_PER_CANDLE);
    expect(Array.from(candles.openTime)).toEqual([10, 20, 30]);
    expect(Array.from(candles.close)).toEqual([10.4, 20.4, 30.4]);
    expect(Array.from(candles.volume)).toEqual([10.5, 20.5, 30.5]);
  });

  it('are cut without a copy', () => {
    const candles = columns(10, 20, 30, 40);
    const middle = sliceCandleColumns(candles, 1, 3);
    expect(middle.length).toBe(2);
    expect(Array.from(middle.high)).toEqual([20.2, 30.2]);
    candles.volume[2] = 7;
    expect(middle.volume[1]).toBe(7);
    expect(sliceCandleColumns(middle, 0, 0).length).toBe(0);
  });

  it.each([
    [5, 0],
    [10, 0],
    [11, 1],
    [20, 1],
    [40, 3],
    [41, 4],
  ])('are found by time: at or after %i is index %i', (time, index) => {
    expect(firstCandleAtOrAfter(columns(10, 20, 30, 40), time)).toBe(index);
  });

  it('have no first one when there are none', () => {
    expect(firstCandleAtOrAfter(columns(), 5)).toBe(0);
  });
});
