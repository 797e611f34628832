/** The returns of many trials over the same rows, as sums per block of rows: all that a Sharpe ratio of blocks needs. */
export interface BlockSums {
  readonly blocks: number;
  readonly rowsPerBlock: number;
  readonly trials: number;
  /** Σ return and Σ return² of block b of trial t, at [t × blocks + b]. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

export function allocateBlockSums(trials: number, rows: number, blocks: number): BlockSums {
  return {
    blocks,
    rowsPerBlock: Math.floor(rows / blocks),
    trials,
    sums: new Float64Array(trials * blocks),
    squares: new Float64Array(trials * blocks),
  };
}

/**
 * Puts one trial's returns in. Of `rows` rows, rows mod blocks are left out at the front. Returns that stopped early
 * (nothing is earned on an account of 0) count as 0 from there on.
 */
export function sumBlocks(into: BlockSums, trial: number, returns: Float64Array, rows: number): void {
  const { blocks, rowsPerBlock, sums, squares } = into;
  let row = rows - blocks * rowsPerBlock;
  for (let block = 0; block < blocks; block++) {
    const end = Math.min(row + rowsPerBlock, returns.length);
    let sum = 0;
    let square = 0;
    for (let index = row; index < end; index++) {
      sum += returns[index];
      square += returns[index] * returns[index];
    }
    sums[trial * blocks + block] = sum;
    squares[trial * blocks + block] = square;
    row += rowsPerBlock;
  }
}
