/** Of a pivot, relative to the diagonal: below it rounding alone may have made it, and the matrix counts as singular. */
const LEAST_PIVOT = 1e-12;

/**
 * Cholesky's lower factor of the part of a symmetric matrix that belongs to the free variables, kept up to date as they come
 * and go: a variable costs free² / 2 multiplications to add, and at most 2 × free² to remove.
 */
export class FreeFactor {
  /** In the order in which they came. */
  readonly free: number[] = [];
  private readonly rows: Float64Array[] = [];

  constructor(
    private readonly matrix: Float64Array,
    private readonly size: number,
  ) {}

  /** False where the matrix is not positive definite with it; it is not added then. */
  add(variable: number): boolean {
    const count = this.free.length;
    const row = new Float64Array(count + 1);
    const from = variable * this.size;
    let pivot = this.matrix[from + variable];
    const least = pivot * LEAST_PIVOT;
    for (let column = 0; column < count; column++) {
      const above = this.rows[column];
      let value = this.matrix[from + this.free[column]];
      for (let index = 0; index < column; index++) value -= row[index] * above[index];
      value /= above[column];
      row[column] = value;
      pivot -= value * value;
    }
    if (!(pivot > least)) return false;
    row[count] = Math.sqrt(pivot);
    this.free.push(variable);
    this.rows.push(row);
    return true;
  }

  /** Rotations bring what is right of the diagonal without its row back below it. */
  remove(variable: number): void {
    const removed = this.free.indexOf(variable);
    this.free.splice(removed, 1);
    this.rows.splice(removed, 1);
    for (let at = removed; at < this.rows.length; at++) {
      const pivot = this.rows[at];
      const length = Math.hypot(pivot[at], pivot[at + 1]);
      const cosine = pivot[at] / length;
      const sine = pivot[at + 1] / length;
      for (let below = at; below < this.rows.length; below++) {
        const row = this.rows[below];
        const here = row[at];
        const next = row[at + 1];
        row[at] = cosine * here + sine * next;
        row[at + 1] = cosine * next - sine * here;
      }
    }
  }

  /** Matrix of the free × solution = right side, in place; both have a value per free variable, in their order. */
  solve(values: Float64Array): void {
    const count = this.free.length;
    for (let row = 0; row < count; row++) {
      const factor = this.rows[row];
      let value = values[row];
      for (let column = 0; column < row; column++) value -= factor[column] * values[column];
      values[row] = value / factor[row];
    }
    for (let row = count - 1; row >= 0; row--) {
      const factor = this.rows[row];
      const value = values[row] / factor[row];
      values[row] = value;
      for (let column = 0; column < row; column++) values[column] -= factor[column] * value;
    }
  }
}
