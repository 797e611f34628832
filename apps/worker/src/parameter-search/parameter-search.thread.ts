import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { IndicatorMemo } from '#engine/indicators/indicator-memo';
import { assembleSweep, type SweepResult } from '#engine/validation/assemble-sweep';
import { assembleWalkForward, type WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import { findSearchProblem } from '#engine/validation/find-search-problem';
import { type ChunkResult, runCombinations } from '#engine/validation/run-combinations';
import { chunkSearch, type SearchChunk } from '#engine/validation/search-chunks';
import { type DataFingerprint, fingerprintData } from '../fingerprint';
import type { RunInput } from '../run-inputs';
import { candidatesOf, planSearch, type SearchSettings } from './search-plan';

export interface SearchTask {
  readonly strategyName: string;
  readonly settings: SearchSettings;
  readonly input: RunInput;
  /** What a thread may keep of indicators. */
  readonly indicatorBytes: number;
}

export type SearchStep =
  | { readonly step: 'plan'; readonly chunksWanted: number }
  | { readonly step: 'chunk'; readonly chunk: SearchChunk; readonly data: DataFingerprint }
  | { readonly step: 'assemble'; readonly results: readonly ChunkResult[]; readonly data: DataFingerprint };

export type SearchStepResult =
  | { readonly planned: { readonly chunks: readonly SearchChunk[]; readonly data: DataFingerprint } }
  | { readonly chunkResult: ChunkResult }
  | { readonly walkForward: WalkForwardResult }
  | { readonly sweep: SweepResult }
  | { readonly refusal: string };

/** Indicators of the candles that this thread worked on last: the chunks of a search share them. */
let remembered: { readonly candlesSha256: string; readonly indicators: IndicatorMemo } | undefined;

/** One step of a search, in a thread of its own. Candles or funding that changed since the plan was made end the search. */
export function runSearchStep({
  strategyName,
  settings,
  input,
  indicatorBytes,
  ...step
}: SearchTask & SearchStep): SearchStepResult {
  try {
    const plan = planSearch(candidatesOf(strategyName, settings), settings, input);
    const data = fingerprintData(input);
    const indicators = indicatorsOf(data.candlesSha256, indicatorBytes);
    if (step.step === 'plan') {
      const problem = findSearchProblem(plan, indicators);
      if (problem !== undefined) throw new BacktestRefusal(problem);
      return { planned: { chunks: chunkSearch(plan, step.chunksWanted), data } };
    }
    refuseChanged(step.data, data);
    if (step.step === 'chunk') return { chunkResult: runCombinations(plan, step.chunk, indicators) };
    if (settings.mode === undefined) return { sweep: assembleSweep(plan, step.results, indicators) };
    return { walkForward: assembleWalkForward(plan, step.results, indicators) };
  } catch (error) {
    // An error's class does not survive the way between threads.
    if (error instanceof BacktestRefusal) return { refusal: error.message };
    throw error;
  }
}

function refuseChanged(planned: DataFingerprint, found: DataFingerprint): void {
  const changed = [
    ...(planned.candlesSha256 === found.candlesSha256 ? [] : ['candles']),
    ...(planned.fundingSha256 === found.fundingSha256 ? [] : ['funding rates']),
  ];
  if (changed.length > 0) {
    throw new BacktestRefusal(
      `the ${changed.join(' and the ')} of the range changed while the search ran: submit it again`,
    );
  }
}

function indicatorsOf(candlesSha256: string, capacityBytes: number): IndicatorMemo {
  if (remembered?.candlesSha256 !== candlesSha256)
    remembered = { candlesSha256, indicators: new IndicatorMemo(capacityBytes) };
  return remembered.indicators;
}
