import { candlesFromPrices } from '../../test/candles-from-prices';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type CandleColumns } from '../market/candle-columns';
import { planWindows, type WindowLengths, type WindowRequest } from './plan-windows';

const bars = (count: number, intervalSeconds?: number) =>
  candlesFromPrices(new Array<number>(count).fill(100), intervalSeconds);

function plan(
  candles: CandleColumns,
  lengths: WindowLengths,
  request: Partial<WindowRequest> = {},
  tradeFrom = 0,
) {
  return planWindows(candles, tradeFrom, {
    mode: 'rolling',
    purgeBars: 0,
    embargoBars: 0,
    lengths,
    ...request,
  });
}

function spans(planned: ReturnType<typeof planWindows>): number[][] {
  return planned.windows.map(({ trainFrom, trainTo, testFrom, testTo }) => [
    trainFrom,
    trainTo,
    testFrom,
    testTo,
  ]);
}

describe('a number of windows', () => {
  it('makes tests of n / (K + 3) bars, the first training of what is before them, and reaches the last bar', () => {
    expect(spans(plan(bars(83), { splits: 5 }))).toEqual([
      [0, 33, 33, 43],
      [10, 43, 43, 53],
      [20, 53, 53, 63],
      [30, 63, 63, 73],
      [40, 73, 73, 83],
    ]);
  });

  it('keeps the start when anchored', () => {
    expect(spans(plan(bars(83), { splits: 2 }, { mode: 'anchored' }))).toEqual([
      [0, 51, 51, 67],
      [0, 67, 67, 83],
    ]);
  });

  it('leaves purge and embargo between training and test', () => {
    expect(spans(plan(bars(86), { splits: 2 }, { purgeBars: 2, embargoBars: 3 }))).toEqual([
      [0, 49, 54, 70],
      [16, 65, 70, 86],
    ]);
  });

  it.each([1, 2, 3, 5, 10, 24])('makes exactly %i of them, whatever the bars', (splits) => {
    for (let count = 2 * (splits + 3); count < 150; count++) {
      const { windows, warnings } = plan(bars(count), { splits });
      expect(windows).toHaveLength(splits);
      expect(windows.at(-1)!.testTo).toBe(count);
      expect(warnings).toEqual([]);
    }
  });

  it('counts from the first bar of the range', () => {
    expect(spans(plan(bars(93), { splits: 5 }, {}, 10))[0]).toEqual([10, 43, 43, 53]);
  });

  it('refuses too little data with the numbers', () => {
    expect(() => plan(bars(15), { splits: 5 })).toThrow(
      'too little data: 5 windows and a gap of 0 need at least 16 candles, there are 15',
    );
    expect(plan(bars(16), { splits: 5 }).windows).toHaveLength(5);
  });
});

describe('windows in bars', () => {
  it('say what no test covers', () => {
    const planned = plan(bars(50), { trainBars: 20, testBars: 10, stepBars: 12 });
    expect(spans(planned)).toEqual([
      [0, 20, 20, 30],
      [12, 32, 32, 42],
    ]);
    expect(planned.warnings).toEqual([
      'between two tests, 2 candles are in no test',
      'the last 8 candles are in no test: they do not fill a window',
    ]);
    expect(plan(bars(50), { trainBars: 20, testBars: 12 }, { reduceLast: true }).warnings).toEqual([]);
  });

  it('never end with a test of a single bar', () => {
    const planned = plan(bars(31), { trainBars: 20, testBars: 5 }, { reduceLast: true });
    expect(spans(planned).at(-1)).toEqual([5, 25, 25, 30]);
    expect(planned.warnings).toEqual(['the last 1 candles are in no test: they do not fill a window']);
  });

  it('refuse to overlap, and too little data with the numbers', () => {
    expect(() => plan(bars(50), { trainBars: 20, testBars: 10, stepBars: 9 })).toThrow(
      'windows would overlap: a step of 9 bars is shorter than a test of 10',
    );
    expect(() => plan(bars(29), { trainBars: 20, testBars: 10 })).toThrow(
      'too little data: one window of 20 candles to train, a gap of 0 and 10 to test needs 30 candles, there are 29',
    );
  });
});

describe('windows in days', () => {
  it('take the bars that open in their days, and the gap off the end of the training', () => {
    const hourly = bars(24 * 20, 3_600);
    expect(spans(plan(hourly, { trainDays: 10, testDays: 5 }, { purgeBars: 6 }))).toEqual([
      [0, 234, 240, 360],
      [120, 354, 360, 480],
    ]);
  });

  it('begin at midnight although the first bar opens later', () => {
    const hourly = bars(24 * 20, 3_600);
    expect(spans(plan(hourly, { trainDays: 10, testDays: 5 }, {}, 7))).toEqual([
      [7, 240, 240, 360],
      [120, 360, 360, 480],
    ]);
  });

  it('hold fewer bars where days are missing, and are left out where nearly all are', () => {
    const daily = bars(40);
    const kept = [...daily.openTime.keys()].filter((day) => (day < 22 || day > 29) && day % 7 < 5);
    const column = (values: Float64Array) => Float64Array.from(kept, (index) => values[index]);
    const gappy = {
      length: kept.length,
      openTime: column(daily.openTime),
      open: column(daily.open),
      high: column(daily.high),
      low: column(daily.low),
      close: column(daily.close),
      volume: column(daily.volume),
    };
    const planned = plan(gappy, { trainDays: 14, testDays: 7 }, { reduceLast: true });
    // Days 0, 1, … with 5 and 6 of each week and 22 to 29 missing: the test of days 21 to 27 has one bar.
    expect(spans(planned)).toEqual([
      [0, 10, 10, 15],
      [10, 16, 16, 19],
      [15, 19, 19, 24],
    ]);
    expect(planned.warnings).toContain(
      'windows left out because they have fewer than 2 candles to train or to test on: 1',
    );
  });

  it('refuse to overlap, and too little data with the numbers', () => {
    expect(() => plan(bars(50), { trainDays: 20, testDays: 10, stepDays: 5 })).toThrow(
      'windows would overlap: a step of 5 days is shorter than a test of 10',
    );
    expect(() => plan(bars(29), { trainDays: 20, testDays: 10 })).toThrow(
      'too little data: no window of 20 days to train and 10 to test has 2 candles in each and a gap of 0 between; ' +
        'there are 29 candles in 29 days',
    );
    expect(() => plan(bars(40), { trainDays: 20, testDays: 10 }, { purgeBars: 19 })).toThrow(
      'a gap of 19 between',
    );
  });
});

it.each([
  [{ splits: 0 }, {}, 'n_splits must be a whole number from 1, got 0'],
  [{ splits: 2.5 }, {}, 'n_splits must be a whole number from 1, got 2.5'],
  [{ splits: 2 }, { purgeBars: -1 }, 'purge_bars must be a whole number from 0, got -1'],
  [{ splits: 2 }, { embargoBars: NaN }, 'embargo_bars must be a whole number from 0, got NaN'],
  [{ trainBars: 1, testBars: 5 }, {}, 'train bars must be a whole number from 2, got 1'],
  [{ trainDays: 5, testDays: 0 }, {}, 'test_days must be a whole number from 1, got 0'],
  [{ trainDays: 5, testDays: 2, stepDays: 0 }, {}, 'step days must be a whole number from 1, got 0'],
] as const)('refuses %p %p', (lengths, request, message) => {
  expect(() => plan(bars(100), lengths, request)).toThrow(new BacktestRefusal(message));
});

it('refuses more than a thousand windows, and no candles', () => {
  expect(() => plan(bars(5_000), { trainBars: 2, testBars: 2 })).toThrow(
    '2499 windows are too many: at most 1000',
  );
  expect(() => plan(bars(10), { splits: 1 }, {}, 10)).toThrow('there are no candles in the requested range');
});
