import { type ChunkResult } from './run-combinations';
import { type BlockSums, allocateBlockSums } from './statistics/block-sums';
import { type ValidationPlan } from './validation-plan';

/** The results of all chunks by span and combination, whatever the cut and the order they came in. */
export interface CollectedResults {
  /** Of span s, one entry per combination. */
  readonly spans: readonly SpanResults[];
  /** Of all combinations over the whole range; null when it is too short for blocks. */
  readonly blockSums: BlockSums | null;
}

export interface SpanResults {
  readonly scores: readonly (number | null)[];
  readonly sharpeRatios: readonly (number | null)[];
  readonly totalReturns: readonly number[];
  readonly maxDrawdowns: readonly number[];
  readonly trades: readonly number[];
}

const COLUMNS = ['scores', 'sharpeRatios', 'totalReturns', 'maxDrawdowns', 'trades'] as const;

/** Throws when a span's combination is in no result: that is a fault of the caller, not of the data. */
export function collectResults(plan: ValidationPlan, results: readonly ChunkResult[]): CollectedResults {
  const { rows, blocks } = plan.wholeReturns;
  const count = plan.combinations.length;
  const found = plan.spans.map(() => new Uint8Array(count));
  const spans = plan.spans.map(() => ({
    scores: new Array<number | null>(count),
    sharpeRatios: new Array<number | null>(count),
    totalReturns: new Array<number>(count),
    maxDrawdowns: new Array<number>(count),
    trades: new Array<number>(count),
  }));
  const blockSums = blocks === null ? null : allocateBlockSums(count, rows, blocks);
  for (const result of results) {
    const width = result.to - result.from;
    result.spans.forEach((span, position) => {
      for (const column of COLUMNS) {
        for (let index = 0; index < width; index++) {
          spans[span][column][result.from + index] = result[column][position * width + index]!;
        }
      }
      found[span].fill(1, result.from, result.to);
    });
    if (blockSums !== null && result.blockSums.length > 0) {
      blockSums.sums.set(result.blockSums, result.from * blockSums.blocks);
      blockSums.squares.set(result.blockSquares, result.from * blockSums.blocks);
    }
  }
  found.forEach((flags, span) => {
    const missing = flags.indexOf(0);
    if (missing >= 0) throw new Error(`no result for combination ${missing} of span ${span}`);
  });
  return { spans, blockSums };
}
