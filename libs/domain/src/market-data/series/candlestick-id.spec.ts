import { fromCandlestickId, toCandlestickId } from './candlestick-id';
import { SERIES_ID_LIMIT } from './series.entity';

const LAST_SECOND = new Date((2 ** 32 - 1) * 1000);

describe('the id of a candle', () => {
  it('is the series times 2^32 plus the seconds since 1970', () => {
    expect(toCandlestickId(1, new Date(0))).toBe(4_294_967_296);
    expect(toCandlestickId(3, new Date('2024-01-01T00:00:00Z'))).toBe(3 * 4_294_967_296 + 1_704_067_200);
  });

  it('says where the candle lies, to the ends of what can be stored', () => {
    for (const seriesId of [1, 2, 1_000, SERIES_ID_LIMIT - 1]) {
      for (const openTime of [new Date(0), new Date('2024-02-29T12:34:56Z'), LAST_SECOND]) {
        const id = toCandlestickId(seriesId, openTime);
        expect(Number.isSafeInteger(id)).toBe(true);
        expect(fromCandlestickId(id)).toEqual({ seriesId, openTime });
      }
    }
  });

  it.each([0, -1, 1, 2 ** 32 - 1, 2 ** 53, Infinity, NaN, 2 ** 32 + 0.5, -(2 ** 40)])(
    'is not %p, which no candle can have',
    (id) => {
      expect(fromCandlestickId(id)).toBeUndefined();
    },
  );
});
