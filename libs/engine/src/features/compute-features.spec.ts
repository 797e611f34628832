import { readSpxCandles } from '../../test/spx-candles';
import { sliceCandleColumns } from '../market/candle-columns';
import { computeFeatures } from './compute-features';
import { FEATURE_WARMUP_BARS, FEATURES } from './feature-set';

const column = (name: string) => FEATURES.findIndex((feature) => feature.name === name);

describe('features of candles', () => {
  const candles = readSpxCandles();

  // By hand, from the last two lines of the sample: closes 2799.550049 and 2874.560059, opens 2842.429932 on the last day.
  it('are those of the stream, a row for each candle', () => {
    const rows = computeFeatures(candles, candles.length - 2);
    expect(rows).toHaveLength(2 * FEATURES.length);
    const last = rows.subarray(FEATURES.length);
    expect(last[column('returns_1')]).toBeCloseTo(2874.560059 / 2799.550049 - 1, 12);
    expect(last[column('alpha158_kmid')]).toBeCloseTo((2874.560059 - 2842.429932) / 2842.429932, 12);
  });

  it('do not depend on where they are begun, once warm', () => {
    const from = 4_000;
    const all = computeFeatures(candles, from);
    const part = sliceCandleColumns(candles, from - FEATURE_WARMUP_BARS, candles.length);
    const isSame = (value: number, expected: number) =>
      Number.isNaN(expected)
        ? Number.isNaN(value)
        : Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
    const others = Array.from(computeFeatures(part, FEATURE_WARMUP_BARS)).filter(
      (value, index) => !isSame(value, all[index]),
    );
    expect(others).toEqual([]);
  });

  it('are nothing of nothing', () => {
    expect(computeFeatures(sliceCandleColumns(candles, 0, 0), 0)).toHaveLength(0);
  });
});
