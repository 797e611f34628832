import { allocateCandleColumns, type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { barsOf } from '../../test/bars-of';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { featureColumns } from '../../test/feature-columns';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { readFixture } from '../../test/read-fixture';
import { readSpxCandles } from '../../test/spx-candles';
import { FEATURE_WARMUP_BARS, FEATURES, startFeatures } from './feature-set';

/** What bench/peers/feature_set_spx.py wrote: TA-Lib's or pandas' values on the S&P 500, as if of bars of four hours. */
interface Fixture {
  readonly features: Readonly<
    Record<
      string,
      { readonly first: number; readonly values: readonly (readonly [bar: number, value: number])[] }
    >
  >;
}

const FIXTURE = readFixture('features', 'spx-features') as Fixture;
const FOUR_HOURS = 4 * 3_600_000;

function spxCandles(): CandleColumns {
  const candles = readSpxCandles();
  candles.openTime.forEach((_time, bar) => (candles.openTime[bar] = bar * FOUR_HOURS));
  return candles;
}

const spx = spxCandles();
const spxColumns = featureColumns(spx);

it('describes every feature once', () => {
  expect(new Set(FEATURES.map(({ name }) => name)).size).toBe(FEATURES.length);
  for (const { name, summary, source, lookback, warmup } of FEATURES) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(summary).toMatch(/^\S.*\.$/);
    expect(source).not.toBe('');
    expect(warmup).toBeGreaterThanOrEqual(lookback);
  }
  expect(FEATURE_WARMUP_BARS).toBe(Math.max(...FEATURES.map(({ warmup }) => warmup)));
});

it('has an outside source for every feature', () => {
  const own = FEATURES.filter(({ group }) => group === 'candelabra').map(({ name }) => name);
  expect(new Set(Object.keys(FIXTURE.features))).toEqual(new Set(own));
});

describe.each(Object.entries(FIXTURE.features))('%s', (name, { first, values }) => {
  const column = spxColumns.get(name)!;

  it('is what TA-Lib or pandas makes of the S&P 500', () => {
    // Where a difference is near 0, what counts is the size of what it is made of.
    const size = Math.max(...values.map(([, value]) => Math.abs(value))) * 1e-3;
    for (const [bar, value] of values)
      expect(Math.abs(column[bar] - value)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(value), size));
  });

  it('is known where theirs is', () => {
    expect(FEATURES.find((feature) => feature.name === name)!.lookback).toBe(first);
  });
});

it.each(FEATURES)('$name is known after $lookback bars, and not before', ({ name, lookback }) => {
  const column = spxColumns.get(name)!;
  expect(column.subarray(0, lookback).every(Number.isNaN)).toBe(true);
  expect(column.subarray(lookback).every(Number.isFinite)).toBe(true);
});

describe('a stream', () => {
  const candles = randomWalkCandles(900, 17, 3_600);
  const columns = featureColumns(candles);

  it('computes the same bytes of the same bars, whatever comes after them', () => {
    for (const length of [1, 61, 500, 900]) {
      const computed = featureColumns(sliceCandleColumns(candles, 0, length));
      for (const [name, column] of columns)
        expect([name, bytesOf(computed.get(name)!).equals(bytesOf(column.subarray(0, length)))]).toEqual([
          name,
          true,
        ]);
    }
  });

  it('keeps nothing of the object that a bar came in, and writes into one array', () => {
    const stream = startFeatures();
    const { values } = stream;
    const bar = { openTime: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
    for (const next of barsOf(candles)) stream.update(Object.assign(bar, next));
    expect(stream.values).toBe(values);
    expect(Array.from(values)).toEqual(Array.from(columns.values(), (column) => column[899]));
  });

  it('is apart from every other', () => {
    const [first, second] = [startFeatures(), startFeatures()];
    for (const bar of barsOf(candles)) {
      first.update(bar);
      second.update({ ...bar, close: bar.low, volume: 1 });
    }
    expect(Array.from(first.values)).toEqual(Array.from(columns.values(), (column) => column[899]));
  });
});

describe('begun elsewhere', () => {
  const LENGTH = 2_500;
  const STARTS = [1, 37, 400, 911];
  const series = [randomWalkCandles(LENGTH, 23, 3_600), sliceCandleColumns(spx, 0, LENGTH)].map(
    (candles) => ({
      whole: featureColumns(candles),
      begun: STARTS.map((start) => featureColumns(sliceCandleColumns(candles, start, LENGTH))),
    }),
  );

  /** The most bars that passed, over all starts, before the values came to what those of the whole series are. */
  function barsToAgreement(name: string): number {
    const needed = series.map(({ whole, begun }) => {
      const expected = whole.get(name)!;
      const usual = expected.reduce((sum, value) => sum + Math.abs(value || 0), 0) / LENGTH;
      return begun.map((columns, index) => {
        const column = columns.get(name)!;
        const apart = column.findLastIndex((value, bar) => {
          const other = expected[bar + STARTS[index]];
          return !(Math.abs(value - other) <= 1e-9 * Math.max(Math.abs(other), usual));
        });
        return apart + 1;
      });
    });
    return Math.max(...needed.flat());
  }

  it.each(FEATURES)('$name is the same after its warm-up of $warmup bars', ({ name, warmup }) => {
    const needed = barsToAgreement(name);
    expect(needed).toBeLessThanOrEqual(warmup);
    // Nor would half of it do.
    expect(needed).toBeGreaterThanOrEqual(warmup / 2);
  });
});

describe('where nothing moves and nothing trades', () => {
  const STILL = 400;
  const UNKNOWN = [
    ...['relative_volume_20', 'obv_change_20', 'bb_percent_b', 'zscore_20'],
    ...['rsqr', 'corr', 'cord', 'vma', 'vstd'].flatMap((factor) =>
      [5, 10, 20, 30, 60].map((window) => `alpha158_${factor}_${window}`),
    ),
  ];
  const moving = randomWalkCandles(STILL, 31, 3_600);
  const still = candlesFromPrices(new Array<number>(STILL).fill(moving.close[STILL - 1]), 3_600);
  still.volume.fill(0);
  const columns = featureColumns(joined(moving, still, moving));

  it('only that is unknown which would be 0 / 0', () => {
    const unknown = FEATURES.filter(({ name }) => Number.isNaN(columns.get(name)![2 * STILL - 1]));
    expect(new Set(unknown.map(({ name }) => name))).toEqual(new Set(UNKNOWN));
  });

  it('everything is known again after it', () => {
    for (const column of columns.values()) expect(column[3 * STILL - 1]).not.toBeNaN();
  });
});

describe('numbers as large and as small as they may be', () => {
  const walk = randomWalkCandles(300, 41, 3_600);
  const shapes: Readonly<Record<string, CandleColumns>> = {
    'prices of million-millionths': scaled(walk, 1e-14, 1e15),
    'prices of millions of millions': scaled(walk, 1e12, 1e-12),
    'a spike of ten orders of magnitude': withBar(walk, 150, 1e10),
    'a crash of ten orders of magnitude': withBar(walk, 150, 1e-10),
    'every third bar untraded': withoutVolume(walk, 3),
    'all but every third bar untraded': withoutVolume(walk, 3, true),
    'no volume at all': withoutVolume(walk, 1),
  };

  it.each(Object.entries(shapes))('%s make no infinite feature', (_name, candles) => {
    for (const [name, column] of featureColumns(candles))
      expect([name, column.findIndex((value) => Math.abs(value) === Infinity)]).toEqual([name, -1]);
  });

  it.each([
    ['prices of million-millionths', /^$/],
    // The logarithms of such volumes plus 1 are as good as equal, and those of Qlib are called flat.
    ['prices of millions of millions', /^alpha158_corr_/],
    ['a spike of ten orders of magnitude', /^$/],
    ['a crash of ten orders of magnitude', /^$/],
  ])('%s leave every feature known', (name, unknown) => {
    for (const [feature, column] of featureColumns(shapes[name]))
      expect([feature, Number.isNaN(column[299])]).toEqual([feature, unknown.test(feature)]);
  });
});

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function joined(...parts: readonly CandleColumns[]): CandleColumns {
  const candles = allocateCandleColumns(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    for (const name of ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const)
      candles[name].set(part[name], from);
    from += part.length;
  }
  return candles;
}

function scaled(candles: CandleColumns, price: number, volume: number): CandleColumns {
  const copy = joined(candles);
  for (const prices of [copy.open, copy.high, copy.low, copy.close])
    prices.forEach((value, bar) => (prices[bar] = value * price));
  copy.volume.forEach((value, bar) => (copy.volume[bar] = value * volume));
  return copy;
}

function withBar(candles: CandleColumns, bar: number, factor: number): CandleColumns {
  const copy = joined(candles);
  for (const prices of [copy.open, copy.high, copy.low, copy.close]) prices[bar] *= factor;
  return copy;
}

function withoutVolume(candles: CandleColumns, every: number, inverted = false): CandleColumns {
  const copy = joined(candles);
  copy.volume.forEach((_value, bar) => {
    if ((bar % every === 0) !== inverted) copy.volume[bar] = 0;
  });
  return copy;
}
