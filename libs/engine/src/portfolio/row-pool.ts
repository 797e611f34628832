const ROWS_PER_BLOCK = 64;

/** Rows of equal length out of few blocks: an array buffer for each of thousands of short rows costs more than what is in them. */
export class RowPool {
  private block = new Float64Array(0);
  private used = 0;

  constructor(private readonly length: number) {}

  /** A new row of zeros. */
  take(): Float64Array {
    if (this.used + this.length > this.block.length) {
      this.block = new Float64Array(this.length * ROWS_PER_BLOCK);
      this.used = 0;
    }
    this.used += this.length;
    return this.block.subarray(this.used - this.length, this.used);
  }
}
