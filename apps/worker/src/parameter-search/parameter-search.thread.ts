import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { IndicatorMemo } from '#engine/indicators/indicator-memo';
import { assembleSweep, type SweepResult } from '#engine/validation/assemble-sweep';
import { assembleWalkForward, type WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import { type ChunkResult, runCombinations } from '#engine/validation/run-combinations';
import { chunkSearch, type SearchChunk } from '#engine/validation/search-chunks';
import { fingerprintCandles } from '../fingerprint';
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
  | { readonly step: 'chunk'; readonly chunk: SearchChunk; readonly candlesSha256: string }
  | { readonly step: 'assemble'; readonly results: readonly ChunkResult[]; readonly candlesSha256: string };

export type SearchStepResult =
  | { readonly planned: { readonly chunks: readonly SearchChunk[]; readonly candlesSha256: string } }
  | { readonly chunkResult: ChunkResult }
  | { readonly walkForward: WalkForwardResult }
  | { readonly sweep: SweepResult }
  | { readonly refusal: string };

/** Indicators of the candles that this thread worked on last: the chunks of a search share them. */
let remembered: { readonly candlesSha256: string; readonly indicators: IndicatorMemo } | undefined;

/** One step of a search, in a thread of its own. Candles that changed since the plan was made end the search. */
export function runSearchStep({
  strategyName,
  settings,
  input,
  indicatorBytes,
  ...step
}: SearchTask & SearchStep): SearchStepResult {
  try {
    const plan = planSearch(candidatesOf(strategyName, settings), settings, input);
    const candlesSha256 = fingerprintCandles(input.candles);
    if (step.step === 'plan') {
      return { planned: { chunks: chunkSearch(plan, step.chunksWanted), candlesSha256 } };
    }
    if (step.candlesSha256 !== candlesSha256) {
      throw new BacktestRefusal('the candles of the range changed while the search ran: submit it again');
    }
    const indicators = indicatorsOf(candlesSha256, indicatorBytes);
    if (step.step === 'chunk') return { chunkResult: runCombinations(plan, step.chunk, indicators) };
    if (settings.mode === undefined) return { sweep: assembleSweep(plan, step.results, indicators) };
    return { walkForward: assembleWalkForward(plan, step.results, indicators) };
  } catch (error) {
    // An error's class does not survive the way between threads.
    if (error instanceof BacktestRefusal) return { refusal: error.message };
    throw error;
  }
}

function indicatorsOf(candlesSha256: string, capacityBytes: number): IndicatorMemo {
  if (remembered?.candlesSha256 !== candlesSha256)
    remembered = { candlesSha256, indicators: new IndicatorMemo(capacityBytes) };
  return remembered.indicators;
}
