import { aggregateCandles, type TextCandle } from './aggregate-candles';
import { aggregateColumns } from './aggregate-columns';
import { type Aggregation, expectationOf } from './candle-buckets';
import { allocateCandleColumns, type CandleColumns } from './candle-columns';

const MINUTE = 60_000;
const MIDNIGHT = Date.parse('2024-01-12T00:00:00Z');
const FIVE_MINUTES: Aggregation = { fromSeconds: 60, toSeconds: 300, calendar: '24x7' };

/** A candle at a minute after midnight, its numbers in the order of their names. */
const candle = (minute: number, numbers: string): TextCandle => {
  const [open, high, low, close, volume] = numbers.split(' ');
  return { openTime: MIDNIGHT + minute * MINUTE, open, high, low, close, volume };
};

const shown = ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
  candles,
}: ReturnType<typeof aggregateCandles>[0]) => [
  ...[(openTime - MIDNIGHT) / MINUTE, `${open} ${high} ${low} ${close} ${volume}`, candles],
];

function columnsOf(candles: readonly TextCandle[]): CandleColumns {
  const columns = allocateCandleColumns(candles.length);
  candles.forEach((item, index) => {
    columns.openTime[index] = item.openTime;
    for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) {
      columns[field][index] = Number(item[field]);
    }
  });
  return columns;
}

describe('longer candles from shorter ones', () => {
  // By hand: the first open, the highest high, the lowest low, the last close, and the sum of the volumes.
  it('pick their prices as they are written, and sum volumes exactly', () => {
    const minutes = [
      candle(0, '9.90 10.0 9.5 9.60 0.1'),
      candle(1, '9.60 10.00 9.50 9.7 0.20'),
      candle(4, '9.7 9.8 9.70 9.80 99999999999999999999.000000000000000001'),
      candle(5, '1 2 0.000000000000000001 2 0'),
    ];
    expect(aggregateCandles(minutes, FIVE_MINUTES).map(shown)).toEqual([
      // The one written first is kept where two are equal: "10.0" and "10.00".
      [0, '9.90 10.0 9.5 9.80 99999999999999999999.300000000000000001', 3],
      [5, '1 2 0.000000000000000001 2 0', 1],
    ]);
  });

  it('are none where nothing was traded', () => {
    expect(aggregateCandles([], FIVE_MINUTES)).toEqual([]);
    expect(aggregateColumns(columnsOf([]), FIVE_MINUTES)).toMatchObject({
      candles: { length: 0 },
      isPartial: new Uint8Array(),
    });
  });

  // The session of 2024-01-12 lasted from 09:30 to 16:00 in New York, 14:30 to 21:00 UTC: 390 minutes.
  it('are made of the session of shares, and a day opens at 00:00 UTC', () => {
    const day: Aggregation = { fromSeconds: 1_800, toSeconds: 86_400, calendar: 'XNYS' };
    const halfHours = [
      candle(14 * 60, '1 1000 1 1 1'),
      candle(14 * 60 + 30, '100 101 99 100 5'),
      candle(20 * 60 + 30, '100 103 98 102 7'),
      candle(21 * 60, '1 1000 1 1 1'),
    ];
    expect(aggregateCandles(halfHours, day).map(shown)).toEqual([[0, '100 103 98 102 12', 2]]);
    expect(expectationOf(MIDNIGHT, day)).toEqual({
      candles: 13,
      first: MIDNIGHT + 870 * MINUTE,
      end: MIDNIGHT + 1_260 * MINUTE,
    });
    // A Saturday.
    expect(expectationOf(MIDNIGHT + 1_440 * MINUTE, day)).toBeUndefined();
    expect(aggregateColumns(columnsOf(halfHours), day)).toMatchObject({
      candles: { length: 1 },
      isPartial: Uint8Array.of(1),
    });
  });

  it('expect of the first hour of a session only the part that is traded', () => {
    const hour: Aggregation = { fromSeconds: 60, toSeconds: 3_600, calendar: 'XNYS' };
    expect(expectationOf(MIDNIGHT + 14 * 60 * MINUTE, hour)).toMatchObject({ candles: 30 });
    expect(expectationOf(MIDNIGHT + 15 * 60 * MINUTE, hour)).toMatchObject({ candles: 60 });
  });

  it('are left out of columns where the shorter ones do not reach to their ends', () => {
    const minutes = Array.from({ length: 14 }, (_, index) =>
      candle(index + 2, `${index} ${index + 1} 0 1 1`),
    );
    const { candles, isPartial } = aggregateColumns(columnsOf(minutes), FIVE_MINUTES);
    expect([...candles.openTime].map((time) => (time - MIDNIGHT) / MINUTE)).toEqual([5, 10]);
    expect([...candles.high]).toEqual([8, 13]);
    expect([...isPartial]).toEqual([0, 0]);
    const holey = aggregateColumns(columnsOf(minutes.filter((_, index) => index !== 9)), FIVE_MINUTES);
    expect([holey.candles.length, ...holey.isPartial]).toEqual([2, 0, 1]);
  });

  it('are the same as columns and as text', () => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const minutes = Array.from({ length: 3_000 }, (_, minute) => minute)
      .filter((minute) => minute === 0 || minute === 2_999 || random() < 0.8)
      .map((minute) => {
        const prices = Array.from({ length: 4 }, () => 1 + Math.round(random() * 1_000)).sort(
          (a, b) => a - b,
        );
        return candle(
          minute,
          `${prices[1]} ${prices[3]} ${prices[0]} ${prices[2]} ${Math.round(random() * 99)}`,
        );
      });
    for (const toSeconds of [180, 900, 3_600, 7_200]) {
      const aggregation: Aggregation = { ...FIVE_MINUTES, toSeconds };
      const { candles } = aggregateColumns(columnsOf(minutes), aggregation);
      const text = columnsOf(aggregateCandles(minutes, aggregation));
      for (const field of ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const) {
        expect([...candles[field]]).toEqual([...text[field]]);
      }
    }
  });
});
