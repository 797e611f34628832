import { BacktestRefusal, orRefused } from '../backtest/backtest-refusal';
import { type BenchmarkSeries } from '../backtest/hold-benchmark';
import { type Decisions, type StrategyParameters } from '../backtest/strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type AccountTrials, type Span, type SpanRun, type SpanSimulator } from '../validation/trial-setting';
import { type AlignedMembers, alignMembers } from '../portfolio/align-members';
import { portfolioNeeds } from '../portfolio/data-readers';
import { type Decide } from '../portfolio/decide-weights';
import { DecisionNotes } from '../portfolio/decision-notes';
import { type PortfolioInput } from '../portfolio/portfolio';
import { membersChargedWith } from '../portfolio/portfolio-break-even-cost';
import {
  type PortfolioSettings,
  type RankSource,
  type SharedStrategy,
  type TargetAllocation,
} from '../portfolio/portfolio-settings';
import { type PortfolioSimulation } from '../portfolio/portfolio-simulation';
import { portfolioHistoryBars, portfolioWarmupBars } from '../portfolio/portfolio-warmup';
import { seriesWarnings } from '../portfolio/portfolio-warnings';
import { type Score, scoreMembers } from '../portfolio/rank-scores';
import { refusePortfolio } from '../portfolio/refuse-portfolio';
import { holdingAllEqually } from '../portfolio/run-portfolio';
import { decisionsOfMembers, type MemberDecisions } from '../portfolio/shared-series';
import { decideOf, planOf, simulatePortfolio } from '../portfolio/simulate-portfolio';
import { simulateShared } from '../portfolio/simulate-shared';
import { simulateWeights } from '../portfolio/simulate-weights';
import { cutMembers } from './cut-members';

/** Runs of one portfolio with other settings, over spans of its bars. */
export interface PortfolioTrials extends AccountTrials {
  /** The first bar inside the requested range. */
  readonly first: number;
  readonly aligned: AlignedMembers;
}

/**
 * What a search runs: its members are put on the bars of one account once, for all combinations. A run over a span is that
 * of the range from its first bar to its last: flat and with the initial capital at the first, closed out at the last, with
 * all bars before it as history. One that could decide nothing stays flat. The benchmark is the universe at equal weights,
 * in the rhythm of `input`'s own settings, where no other is named.
 */
export function portfolioTrials(
  input: PortfolioInput,
  settingsOf: (parameters: StrategyParameters) => PortfolioSettings,
  benchmark: BenchmarkSeries | null = null,
): PortfolioTrials {
  if (input.members.length === 0) throw new BacktestRefusal('the universe is empty');
  const aligned = alignMembers(input);
  const [{ execution }] = input.members;
  const scores = scoresOf(aligned);
  const equally = holdingAllEqually(input);
  const findProblem = (parameters: StrategyParameters) => {
    const outcome = orRefused(() => refusePortfolio(aligned, settingsOf(parameters)));
    return outcome instanceof BacktestRefusal ? outcome.message : undefined;
  };
  return {
    name: 'the portfolio',
    intervalSeconds: input.intervalSeconds,
    calendar: input.calendar,
    openTime: aligned.openTime,
    first: aligned.first,
    aligned,
    execution,
    benchmark,
    warmupBars: (parameters) => portfolioWarmupBars(settingsOf(parameters), execution),
    historyBars: (parameters) => portfolioHistoryBars(settingsOf(parameters), execution),
    needs: (parameters) => portfolioNeeds(settingsOf(parameters)),
    dataWarnings: (parameters) => seriesWarnings({ ...input, settings: settingsOf(parameters) }, aligned),
    findProblem,
    simulatorOf: (parameters) => {
      // What a single run over the whole range refuses is not to be chosen.
      if (findProblem(parameters) !== undefined) return (span) => stayFlat(input, aligned, span);
      const tried = { ...input, settings: settingsOf(parameters) };
      const { allocation } = tried.settings;
      if (allocation.kind !== 'rules') return runDecisions(tried, allocation, aligned, scores);
      const decide = decidedOnce(allocation.strategy, aligned);
      return spanRuns(tried, aligned, (run, cut) => simulateShared(run, cut, allocation.strategy, decide));
    },
    hold: spanRuns(equally, aligned, simulatePortfolio),
  };
}

/** Runs over spans, each on the members cut to it. */
function spanRuns(
  input: PortfolioInput,
  aligned: AlignedMembers,
  simulate: (input: PortfolioInput, cut: AlignedMembers) => PortfolioSimulation,
): SpanSimulator {
  return (span, feeRate) => {
    const run = orRefused(() => simulate(chargedInput(input, feeRate), cutMembers(aligned, span)));
    return run instanceof BacktestRefusal ? stayFlat(input, aligned, span) : toSpanRun(run);
  };
}

function chargedInput(input: PortfolioInput, feeRate: number | undefined): PortfolioInput {
  return feeRate === undefined ? input : membersChargedWith(input, feeRate);
}

/** Decisions on all candles, computed once for all spans. */
function decidedOnce(strategy: SharedStrategy, { members }: AlignedMembers): MemberDecisions {
  const decide = decisionsOfMembers(strategy);
  const known: Decisions[] = [];
  return (member, { length }, _, times) => {
    known[member] ??= decide(member, members[member].candles, new IndicatorMemo(), times);
    const decisions = known[member];
    return decisions instanceof Uint8Array ? decisions.subarray(0, length) : decisions;
  };
}

/** Decides once for all spans: what is decided at a bar knows none after it. */
function runDecisions(
  input: PortfolioInput,
  allocation: TargetAllocation,
  aligned: AlignedMembers,
  scores: typeof scoreMembers,
): SpanSimulator {
  const plan = {
    ...planOf(input.settings),
    decide: decideOnce(decideOf(allocation, aligned, new DecisionNotes(aligned), scores)),
  };
  return (span, feeRate) =>
    toSpanRun(simulateWeights(chargedInput(input, feeRate), cutMembers(aligned, span), plan));
}

function decideOnce(decide: Decide): Decide {
  const decided = new Map<number, ReturnType<Decide>>();
  return (bar) => {
    const known = decided.get(bar);
    if (known !== undefined) return known;
    const target = decide(bar);
    decided.set(bar, target);
    return target;
  };
}

/** Columns of the members are made once; the expression or feature of a ranking is the same in all combinations. */
function scoresOf(aligned: AlignedMembers): typeof scoreMembers {
  const known = new Map<string, Score>();
  return (source: RankSource) => {
    if (source.kind === 'momentum') return scoreMembers(source, aligned);
    const key = JSON.stringify(source);
    const score = known.get(key) ?? scoreMembers(source, aligned);
    known.set(key, score);
    return score;
  };
}

function toSpanRun({
  aligned,
  equity,
  trades,
  bankrupt,
  heldBars,
  tradedValue,
}: PortfolioSimulation): SpanRun {
  const openTime = aligned.openTime.subarray(aligned.first);
  return { equity, openTime, tradeCount: trades.length, trades, bankrupt, heldBars, tradedValue };
}

function stayFlat(input: PortfolioInput, { openTime }: AlignedMembers, { from, to }: Span): SpanRun {
  const { initialCapital } = input.members[0].execution;
  return {
    equity: new Float64Array(to - from).fill(initialCapital),
    openTime: openTime.subarray(from, to),
    tradeCount: 0,
    trades: [],
    bankrupt: false,
    heldBars: 0,
    tradedValue: 0,
  };
}
