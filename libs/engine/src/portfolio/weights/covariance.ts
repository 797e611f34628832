import { type CentredReturns } from './centre-returns';

/** Columns that are multiplied with each other at once: so many sums stay in registers. */
const BLOCK = 4;

/**
 * The covariance matrix of members, row by row, into `matrix`: sums of products over `divisor` (observations − 1 for the
 * unbiased one). The cost is members² × observations / 2 multiplications.
 */
export function writeCovariance(returns: CentredReturns, divisor: number, matrix: Float64Array): void {
  const { members } = returns;
  for (let row = 0; row < members; row += BLOCK) {
    for (let column = row; column < members; column += BLOCK) {
      if (row + BLOCK <= members && column + BLOCK <= members)
        writeBlock(returns, row, column, divisor, matrix);
      else writeEdge(returns, row, column, divisor, matrix);
    }
  }
  for (let row = 0; row < members; row++) {
    for (let column = 0; column < row; column++) {
      matrix[row * members + column] = matrix[column * members + row];
    }
  }
}

function writeEdge(
  { members, observations, columns }: CentredReturns,
  firstRow: number,
  firstColumn: number,
  divisor: number,
  matrix: Float64Array,
): void {
  for (let row = firstRow; row < Math.min(members, firstRow + BLOCK); row++) {
    for (let column = firstColumn; column < Math.min(members, firstColumn + BLOCK); column++) {
      let sum = 0;
      for (let index = 0; index < observations; index++) {
        sum += columns[row * observations + index] * columns[column * observations + index];
      }
      matrix[row * members + column] = sum / divisor;
    }
  }
}

/** Two rows at a time with four columns. */
function writeBlock(
  { members, observations, columns }: CentredReturns,
  firstRow: number,
  firstColumn: number,
  divisor: number,
  matrix: Float64Array,
): void {
  const column0 = firstColumn * observations;
  const column1 = column0 + observations;
  const column2 = column1 + observations;
  const column3 = column2 + observations;
  for (let row = firstRow; row < firstRow + BLOCK; row += 2) {
    const upper = row * observations;
    const lower = upper + observations;
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    for (let index = 0; index < observations; index++) {
      const a = columns[upper + index];
      const b = columns[lower + index];
      const value0 = columns[column0 + index];
      const value1 = columns[column1 + index];
      const value2 = columns[column2 + index];
      const value3 = columns[column3 + index];
      a0 += a * value0;
      a1 += a * value1;
      a2 += a * value2;
      a3 += a * value3;
      b0 += b * value0;
      b1 += b * value1;
      b2 += b * value2;
      b3 += b * value3;
    }
    const at = row * members + firstColumn;
    matrix[at] = a0 / divisor;
    matrix[at + 1] = a1 / divisor;
    matrix[at + 2] = a2 / divisor;
    matrix[at + 3] = a3 / divisor;
    matrix[at + members] = b0 / divisor;
    matrix[at + members + 1] = b1 / divisor;
    matrix[at + members + 2] = b2 / divisor;
    matrix[at + members + 3] = b3 / divisor;
  }
}
