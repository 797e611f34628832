import { BacktestRefusal } from '../backtest/backtest-refusal';
import { holdBenchmark } from '../backtest/hold-benchmark';
import { type StrategyParameters } from '../backtest/strategy';
import { observationWarnings } from '../performance/observation-warnings';
import { sampleSpan } from './measure-span';
import { type Objective } from './objective';
import { type Combinations } from './parameter-grid';
import { type PlannedWindows } from './plan-windows';
import { chooseBlockCount } from './statistics/probability-of-backtest-overfitting';
import {
  dataWarningsOf,
  nameOf,
  needsOf,
  openTimesOf,
  type Span,
  type TrialSetting,
  historyBarsOf,
  warmupBarsOf,
} from './trial-setting';
import { type WalkForwardWindow } from './walk-forward-windows';

/**
 * Everything that a search computes, laid out before it starts: the same in every process that has the same candles and
 * the same request, so that a job needs only the numbers of a chunk.
 */
export interface ValidationPlan<Setting extends TrialSetting = TrialSetting> {
  readonly setting: Setting;
  readonly combinations: Combinations['combinations'];
  readonly objective: Objective;
  readonly minimumTrades: number;
  /** Empty for a sweep. */
  readonly windows: readonly WalkForwardWindow[];
  /** What each combination is run over: the training of each window, then the whole range once. */
  readonly spans: readonly Span[];
  /** The returns that the probability of overfitting is made of; of the last span. */
  readonly wholeReturns: WholeReturns;
  readonly warnings: readonly string[];
}

interface WholeReturns {
  readonly basis: 'daily' | 'bar';
  /** How many there are. */
  readonly rows: number;
  /** Into how many blocks they are cut; null when there are too few. */
  readonly blocks: number | null;
}

export interface SearchRequest {
  readonly objective: Objective;
  /** In training, or a combination is not chosen. */
  readonly minimumTrades: number;
}

/** A walk-forward: each window's training, and the range from the first training to the last test for what is overfit. */
export function planWalkForward<Setting extends TrialSetting>(
  setting: Setting,
  tried: Combinations,
  { windows, warnings }: PlannedWindows,
  request: SearchRequest,
): ValidationPlan<Setting> {
  refuseColdWindows(setting, tried, windows);
  const whole = { from: windows[0].trainFrom, to: windows.at(-1)!.testTo };
  const training = windows.map(({ trainFrom, trainTo }) => ({ from: trainFrom, to: trainTo }));
  return makePlan(setting, tried, request, { windows, spans: [...training, whole], warnings });
}

/** A sweep: every combination over one range, from the bar `tradeFrom` to the last. */
export function planSweep<Setting extends TrialSetting>(
  setting: Setting,
  tried: Combinations,
  tradeFrom: number,
  request: SearchRequest,
): ValidationPlan<Setting> {
  const whole = { from: tradeFrom, to: openTimesOf(setting).length };
  refuseColdSpan(setting, tried, whole, 'the range');
  return makePlan(setting, tried, request, { windows: [], spans: [whole], warnings: [] });
}

function makePlan<Setting extends TrialSetting>(
  setting: Setting,
  { combinations, skipped }: Combinations,
  { objective, minimumTrades }: SearchRequest,
  laidOut: Pick<ValidationPlan, 'windows' | 'spans' | 'warnings'>,
): ValidationPlan<Setting> {
  const wholeReturns = wholeReturnsOf(setting, laidOut.spans.at(-1)!);
  const warnings = [
    ...laidOut.warnings,
    ...(skipped > 0 ? [`combinations that ${nameOf(setting)} does not accept, left out: ${skipped}`] : []),
    ...dataWarnings(setting, combinations, laidOut.spans[0]),
    ...coldWarnings(setting, combinations, laidOut.spans[0]),
    ...observationWarningsOf(setting, laidOut.spans.at(-1)!),
    ...benchmarkWarnings(setting, laidOut),
    ...(wholeReturns.blocks === null
      ? [`${wholeReturns.rows} returns are too few to say how likely overfitting is`]
      : []),
  ];
  return { setting, combinations, objective, minimumTrades, ...laidOut, wholeReturns, warnings };
}

function observationWarningsOf(setting: TrialSetting, { from, to }: Span): string[] {
  const { intervalSeconds, calendar } = setting;
  return observationWarnings(openTimesOf(setting).subarray(from, to), intervalSeconds, calendar);
}

/** Throws before anything is computed where a benchmark that is named cannot be held over what is judged. */
function benchmarkWarnings(
  setting: TrialSetting,
  { windows, spans }: Pick<ValidationPlan, 'windows' | 'spans'>,
): readonly string[] {
  const { intervalSeconds, execution, benchmark } = setting;
  if (!benchmark) return [];
  const { from, to } = spans.at(-1)!;
  const openTime = openTimesOf(setting).subarray(windows[0]?.testFrom ?? from, windows.at(-1)?.testTo ?? to);
  return holdBenchmark(benchmark, { openTime, intervalSeconds, execution }).warnings;
}

function wholeReturnsOf(setting: TrialSetting, { from, to }: Span): WholeReturns {
  const { basis, rows } = sampleSpan(openTimesOf(setting).subarray(from, to), setting);
  return { basis, rows, blocks: chooseBlockCount(rows) };
}

const FEWEST_BARS = 2;

function refuseColdWindows(
  setting: TrialSetting,
  tried: Combinations,
  windows: readonly WalkForwardWindow[],
): void {
  const [{ trainFrom, trainTo }] = windows;
  refuseColdSpan(setting, tried, { from: trainFrom, to: trainTo }, 'the first training');
}

function refuseColdSpan(
  setting: TrialSetting,
  { combinations }: Combinations,
  { from, to }: Span,
  name: string,
): void {
  if (openTimesOf(setting).length === 0) throw new BacktestRefusal('there are no candles to test on');
  if (to - from < FEWEST_BARS) {
    throw new BacktestRefusal(
      `too little data: ${name} has ${Math.max(0, to - from)} candles, at least 2 are needed`,
    );
  }
  const warmupBars = combinations.reduce(
    (fewest, parameters) => Math.min(fewest, warmupBarsOf(setting, parameters)),
    Infinity,
  );
  if (to < warmupBars + FEWEST_BARS) {
    throw new BacktestRefusal(
      `too little data: ${nameOf(setting)} needs at least ${warmupBars} candles to warm up and ${FEWEST_BARS} to trade ` +
        `with any of the parameters, there are ${to} up to the end of ${name}`,
    );
  }
}

/** What the data say of themselves to the combination that reads the longest history of them. */
function dataWarnings(
  setting: TrialSetting,
  combinations: Combinations['combinations'],
  { from }: Span,
): readonly string[] {
  const reach = (parameters: StrategyParameters) =>
    Math.max(0, ...needsOf(setting, parameters).map(({ warmupBars }) => warmupBars));
  const [longest] = combinations.reduce<readonly [StrategyParameters, number]>(
    (most, parameters) => {
      const bars = reach(parameters);
      return bars > most[1] ? [parameters, bars] : most;
    },
    [combinations[0], 0],
  );
  return dataWarningsOf(setting, longest, from);
}

function coldWarnings(
  setting: TrialSetting,
  combinations: Combinations['combinations'],
  { from }: Span,
): string[] {
  const needs = combinations.map((parameters) => ({
    warmup: warmupBarsOf(setting, parameters),
    history: historyBarsOf(setting, parameters),
  }));
  const cold = needs.filter(({ warmup }) => warmup > from).length;
  const unsettled = needs.filter(({ warmup, history }) => history > from && history > warmup).length;
  const warnings: string[] = [];
  if (cold > 0) {
    warnings.push(
      `${cold} of ${combinations.length} combinations find only ${from} candles to warm up on before the first span ` +
        'and give no signal until they have enough',
    );
  }
  if (unsettled > 0) {
    warnings.push(
      `${unsettled} of ${combinations.length} combinations carry averages on that do not settle on the ${from} candles before ` +
        'the first span: their first values depend on where the stored candles begin',
    );
  }
  return warnings;
}
