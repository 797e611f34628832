import { BacktestRefusal } from '../backtest/backtest-refusal';
import { Purse } from '../backtest/purse';
import {
  type Difference,
  equityDifference,
  lastClose,
  type LookaheadCheck,
  signalDifference,
  tradeDifference,
} from '../backtest/check-lookahead';
import { dataKnownBy } from '../known-data/known-data';
import { sliceCandleColumns } from '../market/candle-columns';
import { type AlignedMembers, alignMembers, firstAtOrAfter } from './align-members';
import { DecisionNotes } from './decision-notes';
import { type Decide } from './decide-weights';
import { type PortfolioInput, type PortfolioResult } from './portfolio';
import { type SharedStrategy, type TargetAllocation } from './portfolio-settings';
import { runShared } from './simulate-shared';
import { type SharedSeries, startSharedSeries } from './shared-series';
import { decideOf, planOf } from './simulate-portfolio';
import { simulateWeights } from './simulate-weights';

type Run = Pick<PortfolioResult, 'trades' | 'equity' | 'rebalancings'>;

export interface PortfolioLookaheadSetting {
  /** How many truncations are compared. */
  readonly cuts?: number;
  /** How weights are decided on the members of a truncation. */
  readonly decideOn?: typeof decideOf;
}

/**
 * Whether a portfolio would have done the same without knowing what came later. The candles are cut at several bars, spread
 * evenly over the range and moved to right after the next decision, since what peeks gives itself away where it speaks. On
 * the candles up to a cut, the decision of its last bar is made anew, or the signals of a shared strategy, and the account is
 * run again; weights, signals, trades and equity before the cut must be equal to the bit. Idea: freqtrade's lookahead-analysis.
 */
export function checkPortfolioLookahead(
  input: PortfolioInput,
  result: Run,
  { cuts = 5, decideOn = decideOf }: PortfolioLookaheadSetting = {},
): LookaheadCheck {
  const aligned = alignMembers(input);
  const { allocation } = input.settings;
  const compare =
    allocation.kind === 'rules'
      ? compareShared(input, aligned, result, allocation.strategy)
      : compareWeights(input, aligned, result, allocation, decideOn);
  const points = cutPoints(input, aligned, result, cuts);
  for (const barsGiven of points) {
    const difference = compare(truncate(input, aligned.openTime[barsGiven]), barsGiven);
    if (difference !== null) return { passed: false, difference: { ...difference, barsGiven } };
  }
  return { passed: true, cuts: points.length };
}

type Compare = (truncated: PortfolioInput, barsGiven: number) => Difference | null;

function compareWeights(
  input: PortfolioInput,
  { openTime, first }: AlignedMembers,
  { rebalancings, trades, equity }: Run,
  allocation: TargetAllocation,
  decideOn: typeof decideOf,
): Compare {
  const targets = new Map(rebalancings.map(({ decidedAt, target }) => [decidedAt, target]));
  const barMilliseconds = input.intervalSeconds * 1000;
  const recorded: Decide = (bar) => targets.get(openTime[bar] + barMilliseconds) ?? null;
  return (truncated, barsGiven) => {
    const given = alignMembers(truncated);
    const last = barsGiven - 1;
    const target = recorded(last);
    const again = target && decideOn(allocation, given, new DecisionNotes(given))(last);
    const isSame =
      target === null || (again !== null && again.every((weight, member) => weight === target[member]));
    if (!isSame) {
      return { kind: 'decision', index: last, whole: [...target], truncated: again && [...again] };
    }
    const run = simulateWeights(truncated, given, { ...planOf(input.settings), decide: recorded });
    // The truncated run neither decides nor fills at its last close.
    const end = openTime[last] + barMilliseconds;
    return (
      tradeDifference(
        trades.filter(({ exitTime }) => exitTime < end),
        run.trades.filter(({ exitTime }) => exitTime < end),
      ) ?? equityDifference(equity, run.equity, first)
    );
  };
}

function compareShared(
  input: PortfolioInput,
  aligned: AlignedMembers,
  { trades, equity }: Run,
  strategy: SharedStrategy,
): Compare {
  const capital = input.members[0].execution.initialCapital;
  const start = (given: PortfolioInput, on: AlignedMembers, purse: Purse) =>
    startSharedSeries(given, on, strategy, purse);
  const purseOfWhole = new Purse(capital);
  const whole = start(input, aligned, purseOfWhole);
  // What position rules decide is known once they have.
  if (whole.series.some(({ walk }) => walk.decided !== null)) {
    runShared(input, aligned, strategy, purseOfWhole, whole);
  }
  return (truncated, barsGiven) => {
    const given = alignMembers(truncated);
    const purse = new Purse(capital);
    const history = whereThereIsHistory(() => start(truncated, given, purse));
    // Where no member can be traded yet, the whole run has not traded either.
    if (history === null) return tradeDifference(exitedBy(trades, barsGiven - 1 - aligned.first), []);
    const run = runShared(truncated, given, strategy, purse, history);
    for (const series of history.series) {
      const of = whole.series.find(({ member }) => member === series.member);
      const difference = signalDifference(of ? decidedOf(of) : null, decidedOf(series));
      if (difference !== null) return difference;
    }
    const last = barsGiven - 1 - aligned.first;
    return (
      tradeDifference(
        exitedBy(trades, last),
        run.trades.filter(({ exitReason }) => exitReason !== 'end_of_data'),
      ) ?? equityDifference(equity, run.equity, aligned.first)
    );
  };
}

function decidedOf({ decisions, walk }: SharedSeries) {
  return decisions instanceof Uint8Array ? decisions : walk.decided;
}

function exitedBy(trades: Run['trades'], bar: number): Run['trades'] {
  return trades.filter(({ exitIndex }) => exitIndex <= bar);
}

function whereThereIsHistory<Result>(start: () => Result): Result | null {
  try {
    return start();
  } catch (error) {
    if (error instanceof BacktestRefusal) return null;
    throw error;
  }
}

/** Numbers of bars to run on, ascending and different from each other, counted from the first bar of the warm-up. */
function cutPoints(
  { intervalSeconds }: PortfolioInput,
  { openTime, first }: AlignedMembers,
  { rebalancings, trades, equity }: Run,
  cuts: number,
): number[] {
  // A bankrupt account decides no more.
  const ruined = equity.findIndex((value) => value <= 0);
  const most = ruined < 0 ? openTime.length - 1 : first + ruined;
  const fewest = first + 2;
  const decided = rebalancings.map(
    ({ decidedAt }) => firstAtOrAfter(openTime, decidedAt - intervalSeconds * 1000) + 1,
  );
  // An entry at an open was decided at the close before.
  const entered = rebalancings.length > 0 ? [] : trades.map(({ entryIndex }) => first + entryIndex);
  const spoken = Float64Array.from([...decided, ...entered]).sort();
  const points = new Set<number>();
  for (let cut = 1; cut <= cuts; cut++) {
    const even = Math.round(fewest + ((most - fewest) * cut) / (cuts + 1));
    if (even < fewest || even > most) continue;
    const next = spoken[firstAtOrAfter(spoken, even)] ?? Infinity;
    points.add(next <= most ? next : even);
  }
  return [...points].sort((one, other) => one - other);
}

/** The same run without the candles that open at `time` (ms) or later. */
function truncate(input: PortfolioInput, time: number): PortfolioInput {
  return {
    ...input,
    range: { ...input.range, to: time },
    members: input.members.map((member) => {
      const end = firstAtOrAfter(member.candles.openTime, time);
      const candles = sliceCandleColumns(member.candles, 0, end);
      if (!member.data || end === 0) return { ...member, candles };
      const { intervalSeconds } = input;
      const closed = lastClose(candles.openTime, { ...member, intervalSeconds });
      return { ...member, candles, data: dataKnownBy(member.data, closed) };
    }),
  };
}
