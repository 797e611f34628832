import { computeMean } from '../../performance/compute-mean';
import { averageRank } from './average-rank';
import { type BlockSums } from './block-sums';

/** Below this variance the deviation is rounding and not risk (1e-12, squared). */
const NO_VARIANCE = 1e-24;
const BLOCK_COUNTS = [16, 10, 8] as const;
const FEWEST_ROWS_PER_BLOCK = 10;
const FEWEST_TRIALS = 2;

export interface BacktestOverfitting {
  /** The share of splits in which the trial that was best in sample is at or below the median out of sample. */
  readonly probability: number;
  /** The share of splits in which it lost money out of sample. */
  readonly probabilityOfLoss: number;
  /** Of its Sharpe ratio out of sample on the one in sample, over the splits; null when the latter never varies. */
  readonly slope: number | null;
  readonly blocks: number;
  /** All choices of half the blocks: 70, 252 or 12,870. */
  readonly splits: number;
}

/** The most blocks of 16, 10 and 8 that hold 10 rows each; null for fewer than 80 rows, too few to halve so often. */
export function chooseBlockCount(rows: number): number | null {
  return BLOCK_COUNTS.find((blocks) => rows >= blocks * FEWEST_ROWS_PER_BLOCK) ?? null;
}

/**
 * Combinatorially symmetric cross-validation. The rows are cut into an even number of blocks; each half of the blocks is
 * once "in sample", the other half "out of sample". The trial with the best Sharpe ratio in sample (the first of equals)
 * has the average rank r out of sample among N trials: w = r / (N + 1), logit = ln(w / (1 - w)), and the probability is
 * the share of splits with a logit of at most 0. A trial whose returns do not vary has the ratio 0.
 *
 * Costs trials × blocks per split, whatever the number of rows. Null with fewer than 2 trials.
 *
 * Source: D. Bailey, J. Borwein, M. López de Prado and Q. Zhu, The Probability of Backtest Overfitting, Journal of
 * Computational Finance 20(4) (2017).
 */
export function probabilityOfBacktestOverfitting(blockSums: BlockSums): BacktestOverfitting | null {
  const { blocks, trials } = blockSums;
  if (trials < FEWEST_TRIALS) return null;
  const halves = halvesOf(blocks);
  const splits = 2 * halves.length;
  const bestInside = new Float64Array(splits);
  const bestOutside = new Float64Array(splits);
  const inside = new Float64Array(trials);
  const outside = new Float64Array(trials);
  let overfit = 0;
  let lost = 0;
  halves.forEach((half, pair) => {
    const rest = complementOf(half, blocks);
    sharpeRatios(blockSums, half, inside);
    sharpeRatios(blockSums, rest, outside);
    // Each half of the blocks is in sample once: the same ratios serve both ways.
    for (const [turn, from, to] of [[0, inside, outside] as const, [1, outside, inside] as const]) {
      const best = firstLargest(from);
      if (2 * averageRank(to, best) <= trials + 1) overfit++;
      if (to[best] < 0) lost++;
      bestInside[2 * pair + turn] = from[best];
      bestOutside[2 * pair + turn] = to[best];
    }
  });
  return {
    probability: overfit / splits,
    probabilityOfLoss: lost / splits,
    slope: slopeOf(bestInside, bestOutside),
    blocks,
    splits,
  };
}

/** The halves that hold block 0, in lexicographic order; their complements are all the others. */
function halvesOf(blocks: number): Uint8Array[] {
  const size = blocks / 2;
  const halves: Uint8Array[] = [];
  const half = Uint8Array.from({ length: size }, (_, index) => index);
  for (;;) {
    halves.push(half.slice());
    let position = size - 1;
    while (position > 0 && half[position] === blocks - size + position) position--;
    if (position === 0) return halves;
    half[position]++;
    for (let next = position + 1; next < size; next++) half[next] = half[next - 1] + 1;
  }
}

function complementOf(half: Uint8Array, blocks: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: blocks }, (_, block) => block).filter((block) => !half.includes(block)),
  );
}

function sharpeRatios(
  { blocks, rowsPerBlock, sums, squares }: BlockSums,
  chosen: Uint8Array,
  into: Float64Array,
) {
  const rows = chosen.length * rowsPerBlock;
  for (let trial = 0; trial < into.length; trial++) {
    const offset = trial * blocks;
    let sum = 0;
    let square = 0;
    for (let index = 0; index < chosen.length; index++) {
      const at = offset + chosen[index];
      sum += sums[at];
      square += squares[at];
    }
    const mean = sum / rows;
    const variance = (square - sum * mean) / (rows - 1);
    into[trial] = variance > NO_VARIANCE ? mean / Math.sqrt(variance) : 0;
  }
}

function firstLargest(values: Float64Array): number {
  let best = 0;
  for (let index = 1; index < values.length; index++) if (values[index] > values[best]) best = index;
  return best;
}

function slopeOf(x: Float64Array, y: Float64Array): number | null {
  const meanX = computeMean(x)!;
  const meanY = computeMean(y)!;
  let products = 0;
  let squares = 0;
  for (let index = 0; index < x.length; index++) {
    products += (x[index] - meanX) * (y[index] - meanY);
    squares += (x[index] - meanX) ** 2;
  }
  return squares / x.length > NO_VARIANCE ? products / squares : null;
}
