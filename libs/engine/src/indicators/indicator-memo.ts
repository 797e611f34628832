const DEFAULT_CAPACITY_BYTES = 256 * 1024 * 1024;

/**
 * Indicator columns already computed, by key, so that the combinations of a sweep share them. One memo belongs to one
 * series and one range of it: a key names the indicator, its parameters and its source, never the candles. What was used
 * longest ago goes first when the columns outgrow `capacityBytes`; a column larger than that is computed each time.
 */
export class IndicatorMemo {
  private readonly columns = new Map<string, Float64Array>();
  private bytes = 0;

  constructor(private readonly capacityBytes = DEFAULT_CAPACITY_BYTES) {}

  /** The column under `key`, computed if absent. It is shared: whoever gets it must not write to it. */
  get(key: string, compute: () => Float64Array): Float64Array {
    const known = this.columns.get(key);
    if (known !== undefined) {
      // A Map keeps the order of insertion: inserting again makes this the youngest.
      this.columns.delete(key);
      this.columns.set(key, known);
      return known;
    }
    const column = compute();
    if (column.byteLength <= this.capacityBytes) this.keep(key, column);
    return column;
  }

  private keep(key: string, column: Float64Array): void {
    this.columns.set(key, column);
    this.bytes += column.byteLength;
    for (const [oldest, { byteLength }] of this.columns) {
      if (this.bytes <= this.capacityBytes) break;
      this.columns.delete(oldest);
      this.bytes -= byteLength;
    }
  }
}
