const DEFAULT_CAPACITY_BYTES = 256 * 1024 * 1024;

/** A combination of a sweep seldom computes more columns than these. */
const MOST_SPARE = 2;

/** Longer ones go: a thread should not hold so much for its next run. */
const LONGEST_LEFT = 500_000;

/** Columns that the last lone run of this thread computed, for the next one to write over. */
const left: Float64Array[] = [];

/**
 * Indicator columns already computed, by key, so that the combinations of a sweep share them. One memo belongs to one
 * series and one range of it: a key names the indicator, its parameters and its source, never the candles. What was used
 * longest ago goes first when the columns outgrow `capacityBytes`; a column larger than that is computed each time. Few of
 * those that go are kept to be written over: new memory costs about as much as most indicators.
 */
export class IndicatorMemo {
  private readonly columns = new Map<string, Float64Array>();
  private bytes = 0;
  /** No longer kept here, but perhaps read by a run that is under way. */
  private readonly evicted: Float64Array[] = [];
  private readonly spare: Float64Array[] = [];
  /** Those that nothing but the memo and its readers knows. */
  private readonly owned = new WeakSet<Float64Array>();

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
    else this.letGo(column);
    return column;
  }

  /** The same, of so many values; `compute` may write over the column that it gets, whatever is in it. */
  getOwned(
    key: string,
    length: number,
    compute: (into: Float64Array | undefined) => Float64Array,
  ): Float64Array {
    return this.get(key, () => {
      const column = compute(this.lend(length));
      this.owned.add(column);
      return column;
    });
  }

  /** A column to compute the next one into, whatever is in it; undefined where there is none. */
  lend(length: number): Float64Array | undefined {
    return takeOfLength(this.spare, length) ?? takeOfLength(left, length);
  }

  /** To be called when nobody reads the columns any more that were got so far: those that went may be lent from now on. */
  endRun(): void {
    while (this.spare.length < MOST_SPARE && this.evicted.length > 0) this.spare.push(this.evicted.pop()!);
    this.evicted.length = 0;
  }

  /** To be called last, when nobody reads any column: the next memo of the thread may write over those it owns. */
  release(): void {
    left.length = 0;
    for (const column of this.columns.values()) {
      if (this.owned.has(column) && column.length <= LONGEST_LEFT && left.length < MOST_SPARE)
        left.push(column);
    }
    this.columns.clear();
    this.bytes = 0;
  }

  private keep(key: string, column: Float64Array): void {
    this.columns.set(key, column);
    this.bytes += column.byteLength;
    for (const [oldest, evicted] of this.columns) {
      if (this.bytes <= this.capacityBytes) break;
      this.columns.delete(oldest);
      this.bytes -= evicted.byteLength;
      this.letGo(evicted);
    }
  }

  private letGo(column: Float64Array): void {
    if (this.evicted.length < MOST_SPARE) this.evicted.push(column);
  }
}

function takeOfLength(columns: Float64Array[], length: number): Float64Array | undefined {
  const index = columns.findIndex((column) => column.length === length);
  return index < 0 ? undefined : columns.splice(index, 1)[0];
}
