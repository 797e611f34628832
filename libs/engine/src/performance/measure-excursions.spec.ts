import type { CandleColumns } from '../market/candle-columns';
import { seededRandom } from '../seeded-random';
import { measureExcursions } from './measure-excursions';
import type { Trade } from './trade';

const DAY = 86_400_000;

function candlesOf(high: Float64Array, low: Float64Array): CandleColumns {
  const openTime = Float64Array.from(high, (_, bar) => bar * DAY);
  return { length: high.length, openTime, open: low, high, low, close: high, volume: low };
}

const CANDLES = candlesOf(
  Float64Array.of(11, 13, 12.5, 12, 13, 15, 14.5, 12.5, 12, 11),
  Float64Array.of(9.5, 10.5, 10, 9, 9.8, 12.5, 11.5, 10.8, 10, 9),
);

interface Ends {
  readonly side: 'long' | 'short';
  readonly entry: readonly [bar: number, price: number, at?: 'close'];
  readonly exit: readonly [bar: number, price: number, at?: 'close'];
}

function tradeOf({ side, entry, exit }: Ends): Trade {
  const timeOf = ([bar, , at]: Ends['entry']) => (bar + (at === 'close' ? 1 : 0)) * DAY;
  return {
    side,
    entryIndex: entry[0],
    entryPrice: entry[1],
    entryTime: timeOf(entry),
    exitIndex: exit[0],
    exitPrice: exit[1],
    exitTime: timeOf(exit),
  } as Trade;
}

function excursionsOf(ends: Ends): number[] {
  const { mae, mfe } = measureExcursions([tradeOf(ends)], CANDLES);
  return [mae[0], mfe[0]];
}

describe('measureExcursions', () => {
  // pandas 3.1.1, with s = df.iloc[first bar inside : bar after the last] of a frame of these highs and lows, for long positions
  // mae = (entry - min(s.low.min(), exit, entry)) / entry and mfe = (max(s.high.max(), exit, entry) - entry) / entry.
  it.each<[string, Ends, [number, number]]>([
    [
      'from open to open',
      { side: 'long', entry: [1, 11], exit: [5, 13] },
      [0.18181818181818182, 0.18181818181818182],
    ],
    [
      'of a short position, to the close of its last bar',
      { side: 'short', entry: [6, 14], exit: [8, 12.5, 'close'] },
      [0.03571428571428571, 0.2857142857142857],
    ],
    [
      'within a bar: the exit alone',
      { side: 'long', entry: [5, 13], exit: [5, 12.2] },
      [0.06153846153846159, 0],
    ],
    [
      'from the close of a bar, which is not inside',
      { side: 'long', entry: [4, 11, 'close'], exit: [6, 13] },
      [0, 4 / 11],
    ],
  ])('measures %s', (_, ends, expected) => {
    expect(excursionsOf(ends)).toEqual(expected.map((value): unknown => expect.closeTo(value, 12)));
  });

  it('is the same over long trades as bar by bar', () => {
    const random = seededRandom(11);
    const high = Float64Array.from({ length: 3_000 }, () => 100 + 50 * random());
    const candles = candlesOf(
      high,
      high.map((value) => value - 20 * random()),
    );
    const trades = [
      [0, 2_999],
      [255, 257],
      [256, 512],
      [1, 2_600],
    ].map(([first, last]) => tradeOf({ side: 'long', entry: [first, 100], exit: [last, 100] }));
    const { mae, mfe } = measureExcursions(trades, candles);
    for (const [index, { entryIndex, exitIndex }] of trades.entries()) {
      const lowest = candles.low.slice(entryIndex, exitIndex).reduce((a, b) => Math.min(a, b), 100);
      const highest = high.slice(entryIndex, exitIndex).reduce((a, b) => Math.max(a, b), 100);
      expect([mae[index], mfe[index]]).toEqual([(100 - lowest) / 100, (highest - 100) / 100]);
    }
  });
});
