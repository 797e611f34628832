import type { WalkForwardTests } from '#domain/parameter-search/walk-forward-tests';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { LookaheadCheck } from '#engine/backtest/check-lookahead';
import type { StrategyParameters } from '#engine/backtest/strategy';
import { IndicatorMemo } from '#engine/indicators/indicator-memo';
import { checkChosen } from '#engine/portfolio-search/check-chosen';
import { assembleSweep, type SweepResult } from '#engine/validation/assemble-sweep';
import { assembleWalkForward, type WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import { findSearchProblem } from '#engine/validation/find-search-problem';
import { type ChunkResult, runCombinations } from '#engine/validation/run-combinations';
import { chunkSearch, type SearchChunk } from '#engine/validation/search-chunks';
import type { ValidationPlan } from '#engine/validation/validation-plan';
import type { DataFingerprint } from '../runs/fingerprint';
import { answering } from '../runs/thread-answer';
import { chosenPortfolio } from './portfolio-search';
import { dataOf, planOf, type SearchTask, toTests } from './search-task';

/** With what the search's data was when it was planned: what changed since ends it. */
interface PlannedTask extends SearchTask {
  readonly data: DataFingerprint;
}

interface SearchSetup {
  readonly plan: ValidationPlan;
  readonly data: DataFingerprint;
  readonly indicators: IndicatorMemo;
}

interface Checked {
  readonly lookaheadCheck?: LookaheadCheck | null;
}

type SearchResult = Checked &
  (
    | { readonly sweep: SweepResult }
    | { readonly walkForward: WalkForwardResult; readonly tests: WalkForwardTests }
  );

/** Lays the search out in chunks. */
export const planSearchTask = answering(
  ({ chunksWanted, ...task }: SearchTask & { readonly chunksWanted: number }) => {
    const { plan, data, indicators } = setUp(task);
    const problem = findSearchProblem(plan, indicators);
    if (problem !== undefined) throw new BacktestRefusal(problem);
    return { chunks: chunkSearch(plan, chunksWanted), data };
  },
);

export const runChunkTask = answering(({ chunk, ...task }: PlannedTask & { readonly chunk: SearchChunk }) => {
  const { plan, indicators } = setUpAgain(task);
  return runCombinations(plan, chunk, indicators);
});

export const assembleTask = answering(
  ({ results, ...task }: PlannedTask & { readonly results: readonly ChunkResult[] }): SearchResult => {
    const { plan, indicators } = setUpAgain(task);
    const { work } = task;
    if (work.settings.mode === undefined) {
      const sweep = assembleSweep(plan, results, indicators);
      return { sweep, ...checkOf(work, sweep.best === null ? null : sweep.rows[sweep.best].parameters) };
    }
    const walkForward = assembleWalkForward(plan, results, indicators);
    const chosen = walkForward.windows.at(-1)!.bestParameters;
    return { walkForward, tests: toTests(walkForward, work), ...checkOf(work, chosen) };
  },
);

/** Of a portfolio: the settings that were chosen last. */
function checkOf(work: SearchTask['work'], chosen: StrategyParameters | null): Checked {
  if (!('portfolio' in work)) return {};
  return { lookaheadCheck: chosen && checkChosen(chosenPortfolio(work, chosen)) };
}

function setUp({ work, indicatorBytes }: SearchTask): SearchSetup {
  const plan = planOf(work);
  const data = dataOf(work);
  return {
    plan,
    data,
    indicators: indicatorsOf(`${data.candlesSha256} ${data.dataSha256 ?? ''}`, indicatorBytes),
  };
}

function setUpAgain({ data: planned, ...task }: PlannedTask): SearchSetup {
  const setup = setUp(task);
  const changed = [
    ...(planned.candlesSha256 === setup.data.candlesSha256 ? [] : ['candles']),
    ...(planned.fundingSha256 === setup.data.fundingSha256 ? [] : ['funding rates']),
    ...(planned.benchmarkSha256 === setup.data.benchmarkSha256 ? [] : ['benchmark']),
    ...(planned.dataSha256 === setup.data.dataSha256 ? [] : ['other data']),
  ];
  if (changed.length === 0) return setup;
  throw new BacktestRefusal(
    `the ${changed.join(' and the ')} of the range changed while the search ran: submit it again`,
  );
}

/** Indicators of the data that this thread worked on last: the chunks of a search share them. */
let remembered: { readonly of: string; readonly indicators: IndicatorMemo } | undefined;

function indicatorsOf(of: string, capacityBytes: number): IndicatorMemo {
  if (remembered?.of !== of) remembered = { of, indicators: new IndicatorMemo(capacityBytes) };
  return remembered.indicators;
}
