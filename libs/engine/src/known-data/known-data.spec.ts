import { readFixture } from '../../test/read-fixture';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { run } from '../../test/run-scripted';
import { seededCandles } from '../../test/seeded-candles';
import { checkLookahead } from '../backtest/check-lookahead';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { type BarTimes } from '../backtest/strategy';
import { barCloses } from '../calendar/bar-closes';
import { columnOfFeature } from '../features/feature-column';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { aggregateColumns } from '../market/aggregate-columns';
import { type CandleColumns } from '../market/candle-columns';
import { type Interval, intervalSeconds } from '../market/interval';
import { computeRollingRegimes } from '../regime/rolling-regimes';
import { compileRules } from '../rules/compile-rules';
import { readValue } from '../rules/read-value';
import { RuleEvaluation } from '../rules/rule-evaluation';
import { planRules } from '../rules/rule-plan';
import { RuleReading } from '../rules/rule-reading';
import { aggregateHeadlines } from '../sentiment/aggregate-headlines';
import { alignKnown } from './align-known';
import { keyOfRequest, type DataRequest } from './data-request';
import { type KnownCandles, type KnownData, type KnownRows } from './known-data';

/** What bench/peers/known_data.py printed: pandas' merge_asof and freqtrade's merge_informative_pair. */
interface Fixture {
  readonly bars: number;
  readonly seed: number;
  readonly asof: Record<'time' | 'known_at' | 'value' | 'expected', readonly (number | null)[]>;
  readonly informative: Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>>;
}

const HOUR = 3_600_000;
const { bars, seed, asof, informative } = readFixture('known-data', 'known-data') as Fixture;
const candles = seededCandles(bars, seed);
const numbers = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? NaN);
const dataOf = (...data: [DataRequest, KnownData][]) =>
  new Map(data.map(([request, known]) => [keyOfRequest(request), known]));

function evaluate(expression: unknown, on: CandleColumns, times: Partial<BarTimes> = {}): Float64Array {
  const node = readValue(new RuleReading(), expression, 'x', 1);
  const setting = { intervalSeconds: 3_600, calendar: '24x7' as const, ...times };
  return new RuleEvaluation(planRules([node]), on, {}, new IndicatorMemo(), setting).columnOf(node);
}

function longer(interval: Interval): KnownCandles {
  const seconds = intervalSeconds(interval);
  const aggregation = { fromSeconds: 3_600, toSeconds: seconds, calendar: '24x7' as const };
  const aggregated = aggregateColumns(candles, aggregation).candles;
  const closeTime = barCloses(aggregated.openTime, seconds, '24x7');
  return { kind: 'candles', candles: aggregated, closeTime, intervalSeconds: seconds, calendar: '24x7' };
}

const rows: KnownRows = {
  kind: 'rows',
  time: numbers(asof.time),
  knownAt: numbers(asof.known_at),
  value: numbers(asof.value),
};
const MODEL = { kind: 'column', dataset: 'model', column: 'score' } as const;

describe('values at a close', () => {
  it('are those that were known by then, as merge_asof joins them', () => {
    const expected = numbers(asof.expected);
    expect(expected.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(500);
    expect(alignKnown(barCloses(candles.openTime, 3_600, '24x7'), rows)).toEqual(expected);
    expect(evaluate({ column: 'model.score' }, candles, { data: dataOf([MODEL, rows]) })).toEqual(expected);
  });

  it.each(['4h', '1d'] as const)('of %s candles are those that merge_informative_pair merges', (interval) => {
    const data = dataOf([{ kind: 'candles', interval }, longer(interval)]);
    const { close, average, highest } = informative[interval];
    expect(evaluate({ close: { interval } }, candles, { data })).toEqual(numbers(close));
    const averages = evaluate({ sma: { period: 5, interval } }, candles, { data });
    const expected = numbers(average);
    // Two ways to sum five closes differ in the last bits.
    const rounded = (values: Float64Array) => values.map((value) => Math.round(value * 1e9));
    expect(rounded(averages)).toEqual(rounded(expected));
    expect(evaluate({ highest: { period: 3, source: 'high', interval } }, candles, { data })).toEqual(
      numbers(highest),
    );
  });

  it('of a session are known at its close, and not before', () => {
    // Thursday 2 July 2020 closes at 16:00 in New York, 24 November 2023 at 13:00.
    const opens = ['2020-07-02T19:30:00Z', '2020-07-02T18:30:00Z', '2023-11-24T17:30:00Z'].map(Date.parse);
    expect(barCloses(Float64Array.from(opens), 3_600, 'XNYS')).toEqual(
      Float64Array.from(
        ['2020-07-02T20:00:00Z', '2020-07-02T19:30:00Z', '2023-11-24T18:00:00Z'].map(Date.parse),
      ),
    );
    const day = Float64Array.of(Date.parse('2023-11-24'));
    expect(barCloses(day, 86_400, 'XNYS')).toEqual(Float64Array.of(Date.parse('2023-11-24T18:00:00Z')));
    expect(barCloses(day, 86_400, '24x7')).toEqual(Float64Array.of(Date.parse('2023-11-25')));
  });

  it('of headlines are what the sentiment of each close is', () => {
    const titles = ['up', 'down by half', 'up again', 'flat', 'down'];
    const scores: Readonly<Record<string, number>> = {
      up: 0.5,
      'down by half': -0.8,
      'up again': 0.3,
      flat: 0,
      down: -0.4,
    };
    const headlines = Array.from({ length: 60 }, (_, index) => ({
      title: titles[index % 5],
      summary: null,
      link: `https://news.test/${index}`,
      publishedAt: candles.openTime[0] + index * index * 300_000,
      score: scores[titles[index % 5]],
    }));
    const known = dataOf([{ kind: 'headlines' }, { kind: 'headlines', headlines }]);
    const column = evaluate({ sentiment: {} }, candles, { data: known });
    candles.openTime.forEach((open, bar) => {
      const { count, score } = aggregateHeadlines(headlines, open + HOUR, (title) => scores[title]);
      expect([bar, column[bar]]).toEqual([bar, count === 0 ? NaN : score]);
    });
    expect(new Set(column).size).toBeGreaterThan(20);
  });
});

it('reads features and regimes as they were known at each close', () => {
  const walk = randomWalkCandles(400, 3);
  const times = { intervalSeconds: 86_400 };
  const feature = columnOfFeature(walk, 'alpha158_rank_20');
  expect(feature.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(300);
  expect(evaluate({ feature: 'alpha158_rank_20' }, walk, times)).toEqual(feature);
  const settings = { lookback: 120, refit: 50 };
  const codes = computeRollingRegimes(walk, settings);
  expect(new Set(codes).size).toBeGreaterThan(2);
  expect(evaluate({ regime: settings }, walk, times)).toEqual(
    codes.map((code) => (Number.isNaN(code) ? NaN : [1, -1, 0][code])),
  );
});

describe('rules', () => {
  const condition = { gt: [{ column: 'model.score' }, 60] };
  const setting = {
    intervalSeconds: 3_600,
    data: dataOf([MODEL, rows], [{ kind: 'candles', interval: '4h' }, longer('4h')]),
  };

  it('wait until all that they read has been known once, and say so', () => {
    const late: KnownRows = { ...rows, knownAt: rows.knownAt.map(() => candles.openTime[50] + HOUR) };
    const { trades, warnings } = run(
      candles,
      compileRules({ rules: { entry_long: { not: condition } } }).strategy,
      {},
      {
        ...setting,
        data: dataOf([MODEL, { ...late, value: late.value.map(() => 1) }]),
      },
    );
    expect(trades[0].entryIndex).toBe(51);
    expect(warnings.slice(0, 3)).toEqual([
      'model.score is known from the close of the bar of 2020-01-03T02:00:00Z on: the rules wait for it',
      'nothing of model.score became known after 2020-01-03T03:00:00Z: its last value stays until the end of the range',
      expect.stringContaining('model says itself when its rows were known'),
    ]);
  });

  it('say when a last value stays for longer than any before', () => {
    // Two rows a day apart: the last one may stay for two days.
    const endsHoursBefore = (hours: number) => {
      const last = candles.openTime[candles.length - 1] + HOUR - hours * HOUR;
      const time = Float64Array.of(last - 24 * HOUR, last);
      const known: KnownRows = { kind: 'rows', time, knownAt: time, value: Float64Array.of(1, 1) };
      const { strategy } = compileRules({ rules: { entry_long: condition } });
      const { warnings } = run(candles, strategy, {}, { ...setting, data: dataOf([MODEL, known]) });
      return warnings.filter((warning) => warning.startsWith('nothing of model.score became known after'));
    };
    expect([endsHoursBefore(48), endsHoursBefore(49).length]).toEqual([[], 1]);
  });

  it('are refused where nothing that they read is ever known', () => {
    const never = { ...rows, knownAt: rows.knownAt.map(() => Infinity) };
    expect(() =>
      run(
        candles,
        compileRules({ rules: { entry_long: condition } }).strategy,
        {},
        { ...setting, data: dataOf([MODEL, never]) },
      ),
    ).toThrow('parameters.rules.entry_long.gt[0]: has no value on any of the 600 candles after the warm-up');
  });

  it('are repeated without what was not yet known by the look-ahead check', () => {
    const rules = {
      entry_long: { all: [condition, { gt: ['close', { ema: { period: 3, interval: '4h' } }] }] },
      exit_long: { lt: [{ column: 'model.score' }, 50] },
    };
    const execution = { ...PLAIN_EXECUTION };
    const input = {
      candles,
      tradeFrom: 0,
      calendar: '24x7' as const,
      execution,
      ...setting,
      ...compileRules({ rules }),
    };
    const result = run(candles, input.strategy, execution, setting);
    expect(result.trades.length).toBeGreaterThan(10);
    expect(checkLookahead(input, result)).toEqual({ passed: true, cuts: 5 });
    // Data that say later that they were known at a cut: the run was made with what it could not know.
    const later = { ...rows, knownAt: rows.knownAt.map((time) => time + 24 * HOUR) };
    const cheating = { ...input, data: new Map([...setting.data, [keyOfRequest(MODEL), later]]) };
    expect(checkLookahead(cheating, result)).toMatchObject({ passed: false });
  });

  it('say what they need, with the candles that an indicator of a longer interval settles on', () => {
    const { strategy, parameters } = compileRules({
      rules: {
        entry_long: {
          gt: [
            { ema: { period: { param: 'slow' }, interval: '1d' } },
            { close: { exchange: 'x', symbol: 'B' } },
          ],
        },
        exit_long: {
          lt: [{ funding_rate: {} }, { column: { dataset: 'model', column: 'a.b', version: 2 } }],
        },
      },
      slow: 20,
    });
    // By hand: an EMA of 20 has its first value after 19 bars and keeps 19/21 at each, 1e-10 after 231; two more are waited for.
    expect(strategy.needs!(parameters)).toEqual([
      {
        request: { kind: 'candles', interval: '1d' },
        path: 'parameters.rules.entry_long.gt[0]',
        warmupBars: 19 + 231 + 2,
      },
      {
        request: { kind: 'candles', exchange: 'x', symbol: 'B' },
        path: 'parameters.rules.entry_long.gt[1]',
        warmupBars: 1,
      },
      {
        request: { kind: 'column', dataset: 'model', column: 'a.b', version: 2 },
        path: 'parameters.rules.exit_long.lt[1]',
        warmupBars: 0,
      },
      { request: { kind: 'funding_rate' }, path: 'parameters.rules.exit_long.lt[0]', warmupBars: 0 },
    ]);
    expect(strategy.warmup(parameters)).toBe(0);
  });
});
