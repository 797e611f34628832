import { settingOf } from '../../test/search-stage';
import { relativeFigures } from '../backtest/relative-figures';
import { runBacktest } from '../backtest/run-backtest';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { sliceCandleColumns } from '../market/candle-columns';
import { holdOver } from './hold-over';
import { joinTests } from './join-tests';
import { relateTests } from './relate-tests';
import { spanSimulators } from './simulate-span';
import { stitchWindows } from './stitch-windows';
import { type SeriesTrials, type Span } from './trial-setting';

const parameters = { fast: 5, slow: 20 };

function related(setting: SeriesTrials, spans: readonly Span[]) {
  const simulate = spanSimulators(setting, new IndicatorMemo())(parameters);
  const runs = spans.map((span) => simulate(span));
  const stitched = stitchWindows(runs);
  const tests = spans.map((span, index) => ({ span, simulate, run: runs[index] }));
  const { metrics } = joinTests(setting, tests, stitched);
  return {
    simulate,
    figures: relateTests(setting, { ...stitched, metrics }, tests, holdOver(setting, spans)),
  };
}

const setting = settingOf({});

it('relates one test as a backtest over it is', () => {
  const { candles, strategy, ...input } = setting;
  const run = {
    ...{ ...input, strategy, parameters, tradeFrom: 40 },
    candles: sliceCandleColumns(candles, 0, 400),
  };
  const { breakEvenCostBps, start, end, ...measures } = relativeFigures(run, runBacktest(run));
  const { figures } = related(setting, [{ from: 40, to: 400 }]);
  expect(figures).toMatchObject({ start, end, observations: 359 });
  for (const [name, value] of Object.entries(measures)) {
    expect([name, figures![name as keyof typeof measures]]).toEqual([name, expect.closeTo(value!, 9)]);
  }
  expect(figures!.breakEvenCostBps).toBeCloseTo(breakEvenCostBps!, 5);
});

it('finds the fee at which the tests together return nothing', () => {
  const spans = [
    { from: 40, to: 300 },
    { from: 340, to: 700 },
  ];
  const { simulate, figures } = related(setting, spans);
  const growth = spans.map(
    (span) => simulate(span, figures!.breakEvenCostBps! / 10_000).equity.at(-1)! / 10_000,
  );
  expect(growth[0] * growth[1]).toBeCloseTo(1, 9);
  expect(growth[0]).not.toBeCloseTo(1, 3);
});

it('leaves out the bars without a benchmark, and says nothing where no test has one', () => {
  const late = {
    ...({ name: 'us:LATE', calendar: '24x7', funding: null } as const),
    candles: sliceCandleColumns(setting.candles, 100, 600),
  } as const;
  const spans = [
    { from: 40, to: 200 },
    { from: 300, to: 400 },
  ];
  const { openTime } = setting.candles;
  const { figures } = related({ ...setting, benchmark: late }, spans);
  // 100 bars up to the end of the first test and 100 of the second are 199 returns.
  expect(figures).toMatchObject({ start: openTime[100], end: openTime[399], observations: 199 });
  const between = { ...late, candles: sliceCandleColumns(setting.candles, 210, 290) };
  expect(related({ ...setting, benchmark: between }, spans).figures).toBeNull();
});
