import { candlesFromPrices } from '../../test/candles-from-prices';
import { run, scripted } from '../../test/run-scripted';
import { sliceCandleColumns, type CandleColumns } from '../market/candle-columns';
import { PLAIN_EXECUTION } from './execution';
import { type BenchmarkSeries, holdBenchmark } from './hold-benchmark';
import { ENTER_LONG } from './strategy';

const DAY = 86_400_000;

/** Candles of the days that are kept, counted from 2020-01-01. */
function onDays(prices: readonly number[], days: readonly number[]): CandleColumns {
  const all = candlesFromPrices(prices);
  const kept = candlesFromPrices(days.map((day) => prices[day]));
  days.forEach((day, index) => (kept.openTime[index] = all.openTime[day]));
  return kept;
}

function seriesOf(candles: CandleColumns): BenchmarkSeries {
  return { name: 'us:OTHER', candles, calendar: '24x7', funding: null };
}

const PRICES = [100, 100, 110, 121, 99, 132];
const { openTime } = candlesFromPrices(PRICES);
const setting = { openTime, intervalSeconds: 86_400, execution: PLAIN_EXECUTION };

describe('holdBenchmark', () => {
  it('buys at its second open and is marked at the closes of the bars of the run', () => {
    const held = holdBenchmark(seriesOf(candlesFromPrices(PRICES)), setting);
    // 10,000 at 100 are 100 units.
    expect(Array.from(held.equity)).toEqual([10_000, 10_000, 11_000, 12_100, 9_900, 13_200]);
    expect(held).toMatchObject({ span: { first: 0, last: 5 }, heldBars: 5, warnings: [] });
  });

  it('is marked at its last close where it has no candle, and moves with those between two bars', () => {
    const without = holdBenchmark(seriesOf(onDays(PRICES, [0, 1, 3, 4, 5])), setting);
    expect(Array.from(without.equity)).toEqual([10_000, 10_000, 10_000, 12_100, 9_900, 13_200]);
    expect(without.warnings).toEqual([
      "the benchmark us:OTHER has no candle at 1 of the run's bars: it is marked at its last close there",
    ]);
    const sparse = { ...setting, openTime: Float64Array.of(...[0, 1, 3, 5].map((day) => openTime[day])) };
    const between = holdBenchmark(seriesOf(candlesFromPrices(PRICES)), sparse);
    expect(Array.from(between.equity)).toEqual([10_000, 10_000, 12_100, 13_200]);
    expect(between.warnings).toEqual([
      '2 candles of the benchmark us:OTHER lie where the run has no bar: what they moved counts at the next one',
    ]);
  });

  it('is cash before its first candle and after its last one, and says so', () => {
    const held = holdBenchmark(seriesOf(onDays(PRICES, [1, 2, 3])), setting);
    // Bought at 110, sold at 121.
    expect(Array.from(held.equity)).toEqual([10_000, 10_000, 10_000, 11_000, 11_000, 11_000]);
    expect(held).toMatchObject({
      span: { first: 1, last: 3 },
      heldBars: 2,
      warnings: [
        'the benchmark us:OTHER has candles from 2020-01-02T00:00:00Z to 2020-01-04T00:00:00Z: it is cash in 3 of the ' +
          "run's 6 bars, which the relative figures leave out",
      ],
    });
  });

  it('bears the costs of the run, but neither its lots nor its size', () => {
    const execution = { ...PLAIN_EXECUTION, takerFeeRate: 0.01, lotSize: 70, initialCapital: 1_010 };
    const { equity } = holdBenchmark(seriesOf(candlesFromPrices(PRICES)), { ...setting, execution });
    // 1,010 buy 10 at 100 and the fee; sold at 132 less the fee.
    expect(equity[5]).toBeCloseTo(10 * 132 * 0.99, 9);
  });

  it.each([
    ['none', [], 'no candles'],
    ['one', [3], 'one candle'],
  ])('refuses a benchmark that has %s beside the run', (_case, days, words) => {
    expect(() => holdBenchmark(seriesOf(onDays(PRICES, days)), setting)).toThrow(
      `the benchmark us:OTHER has ${words} beside the run's, from 2020-01-01T00:00:00Z to 2020-01-06T00:00:00Z: ` +
        'at least 2 are needed',
    );
  });

  it('knows nothing of candles outside the run: those before it do not move its start', () => {
    const late = { ...setting, openTime: openTime.map((time) => time + 2 * DAY) };
    const candles = candlesFromPrices([1, 2, ...PRICES, 500, 900]);
    expect(holdBenchmark(seriesOf(candles), late).equity).toEqual(
      holdBenchmark(seriesOf(candlesFromPrices(PRICES)), setting).equity,
    );
  });
});

describe('a run beside a benchmark that is named', () => {
  const prices = [50, 50, 55, 52, 60, 58];
  const candles = candlesFromPrices(prices);

  it('has the figures of the run itself where that is its own series', () => {
    const own = run(candles, scripted(ENTER_LONG));
    const named = run(candles, scripted(ENTER_LONG), {}, { benchmark: seriesOf(candles) });
    expect(named).toEqual(own);
  });

  it('has the curve, the figures and the warnings of the series that is held', () => {
    const benchmark = seriesOf(sliceCandleColumns(candlesFromPrices(PRICES), 0, 5));
    const result = run(candles, scripted(ENTER_LONG), {}, { benchmark });
    expect(Array.from(result.benchmarkEquity)).toEqual([10_000, 10_000, 11_000, 12_100, 9_900, 9_900]);
    expect(result.benchmarkSpan).toEqual({ first: 0, last: 4 });
    expect(result.benchmark).toMatchObject({
      totalReturn: expect.closeTo(-0.01, 12),
      exposure: 4 / 6,
      trades: 1,
    });
    expect(result.warnings).toContainEqual(expect.stringContaining('it is cash in 1 of'));
    expect(result.equity).toEqual(run(candles, scripted(ENTER_LONG)).equity);
  });
});
