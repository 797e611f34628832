import { type IndicatorMemo } from '../indicators/indicator-memo';
import { EquityRoom } from './equity-room';
import { comparableReturns, measureSpan, sampleSpan } from './measure-span';
import { scoreOf } from './objective';
import { type SearchChunk } from './search-chunks';
import { spanSimulators } from './simulate-span';
import { allocateBlockSums, sumBlocks } from './statistics/block-sums';
import { openTimesOf } from './trial-setting';
import { type ValidationPlan } from './validation-plan';

/**
 * What a chunk found, as plain arrays that survive JSON bit for bit: of span s and combination c of the chunk at
 * [s × combinations + c].
 */
export interface ChunkResult extends Pick<SearchChunk, 'index' | 'spans' | 'from' | 'to'> {
  readonly scores: readonly (number | null)[];
  readonly sharpeRatios: readonly (number | null)[];
  readonly totalReturns: readonly number[];
  readonly maxDrawdowns: readonly number[];
  readonly trades: readonly number[];
  /** Σ return and Σ return² of block b over the whole range, at [c × blocks + b]; empty where the chunk leaves that out. */
  readonly blockSums: readonly number[];
  readonly blockSquares: readonly number[];
}

/**
 * Runs a chunk: no benchmark, no trades kept, one equity curve in memory at a time. `indicators` must be a memo of the
 * plan's candles and may serve all chunks of a process, and nobody else meanwhile; what is in it changes the time, never the
 * result. `onCombination` is called after each combination with how many are done.
 */
export function runCombinations(
  plan: ValidationPlan,
  chunk: SearchChunk,
  indicators: IndicatorMemo,
  onCombination?: (done: number) => void,
): ChunkResult {
  const { setting, combinations, spans, objective, minimumTrades, wholeReturns } = plan;
  const { from, to } = chunk;
  const count = to - from;
  const size = chunk.spans.length * count;
  const scores = new Array<number | null>(size);
  const sharpeRatios = new Array<number | null>(size);
  const totalReturns = new Array<number>(size);
  const maxDrawdowns = new Array<number>(size);
  const trades = new Array<number>(size);
  const whole = spans.length - 1;
  const blocks = chunk.spans.includes(whole) ? wholeReturns.blocks : null;
  const blockSums = blocks === null ? null : allocateBlockSums(count, wholeReturns.rows, blocks);
  const longest = chunk.spans.reduce((bars, span) => Math.max(bars, spans[span].to - spans[span].from), 0);
  const room = new EquityRoom(longest);
  const simulatorOf = spanSimulators(setting, indicators, room.values);
  const samplings = chunk.spans.map((span) => {
    const bars = spans[span];
    return sampleSpan(openTimesOf(setting).subarray(bars.from, bars.to), setting);
  });
  for (let combination = 0; combination < count; combination++) {
    const simulate = simulatorOf(combinations[from + combination]);
    chunk.spans.forEach((span, position) => {
      const run = simulate(spans[span]);
      const figures = measureSpan(run, samplings[position], room);
      const at = position * count + combination;
      scores[at] = scoreOf(objective, minimumTrades, run, figures);
      sharpeRatios[at] = figures.sharpeRatio;
      totalReturns[at] = figures.totalReturn;
      maxDrawdowns[at] = figures.maxDrawdown;
      trades[at] = figures.trades;
      if (span === whole && blockSums !== null) {
        const returns = comparableReturns(run, figures, samplings[position]);
        sumBlocks(blockSums, combination, returns, wholeReturns.rows);
      }
    });
    indicators.endRun();
    onCombination?.(combination + 1);
  }
  return {
    index: chunk.index,
    spans: chunk.spans,
    from,
    to,
    scores,
    sharpeRatios,
    totalReturns,
    maxDrawdowns,
    trades,
    blockSums: Array.from(blockSums?.sums ?? []),
    blockSquares: Array.from(blockSums?.squares ?? []),
  };
}
