/** Returns of unit length: what multiplies them by their own transpose gives the correlation. Members × observations. */
export interface UnitColumns {
  readonly members: number;
  readonly observations: number;
  readonly columns: Float64Array;
}

/**
 * Correlation × vector, without the matrix: the columns' mix by `vector`, then the product of each with it. It costs
 * 2 × members × observations multiplications, where the matrix alone costs members² × observations / 2.
 */
export function multiplyCorrelation(
  { members, observations, columns }: UnitColumns,
  vector: Float64Array,
  mix: Float64Array,
  into: Float64Array,
): void {
  mix.fill(0);
  let member = 0;
  for (; member + 4 <= members; member += 4) {
    const from0 = member * observations;
    const from1 = from0 + observations;
    const from2 = from1 + observations;
    const from3 = from2 + observations;
    const factor0 = vector[member];
    const factor1 = vector[member + 1];
    const factor2 = vector[member + 2];
    const factor3 = vector[member + 3];
    for (let row = 0; row < observations; row++) {
      mix[row] +=
        factor0 * columns[from0 + row] +
        factor1 * columns[from1 + row] +
        (factor2 * columns[from2 + row] + factor3 * columns[from3 + row]);
    }
  }
  for (; member < members; member++) {
    for (let row = 0; row < observations; row++) {
      mix[row] += vector[member] * columns[member * observations + row];
    }
  }
  writeProducts(columns, members, observations, mix, into);
}

function writeProducts(
  columns: Float64Array,
  members: number,
  observations: number,
  mix: Float64Array,
  into: Float64Array,
): void {
  let member = 0;
  for (; member + 4 <= members; member += 4) {
    const from0 = member * observations;
    const from1 = from0 + observations;
    const from2 = from1 + observations;
    const from3 = from2 + observations;
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let row = 0; row < observations; row++) {
      const value = mix[row];
      sum0 += value * columns[from0 + row];
      sum1 += value * columns[from1 + row];
      sum2 += value * columns[from2 + row];
      sum3 += value * columns[from3 + row];
    }
    into[member] = sum0;
    into[member + 1] = sum1;
    into[member + 2] = sum2;
    into[member + 3] = sum3;
  }
  for (; member < members; member++) {
    let sum = 0;
    for (let row = 0; row < observations; row++) sum += mix[row] * columns[member * observations + row];
    into[member] = sum;
  }
}
