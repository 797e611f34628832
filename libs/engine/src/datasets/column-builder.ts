import { type ColumnSummary, type ColumnValues, NULL_FLAG, type StoredType } from './dataset-column';
import { CELL_RULES, hasNoValue, inferType } from './read-cell';

/** Collects a column, block by block. Its type is the declared one, or that of its first value. */
export class ColumnBuilder {
  private numbers: Float64Array | null = null;
  private flags: Uint8Array | null = null;
  private texts: (string | null)[] | null = null;
  private nulls = 0;
  private minimum = Infinity;
  private maximum = -Infinity;
  private inferredAt: number | undefined;

  constructor(
    readonly name: string,
    public type: StoredType | undefined,
    private readonly mostRows: number,
    /** Whether each row needs a value. */
    private readonly isRequired = false,
  ) {}

  /** Sets a cell of the block; answers what is wrong with it, or nothing. */
  add(row: number, cell: unknown, line: number): string | undefined {
    if (hasNoValue(cell)) {
      if (this.isRequired) return 'must have a value in each row';
      this.nulls++;
      return undefined;
    }
    if (this.type === undefined) {
      this.type = inferType(cell);
      this.inferredAt = line;
    }
    const value = CELL_RULES[this.type].read(cell);
    if (value === undefined)
      return `${CELL_RULES[this.type].rule}${this.whyThisType()}; it is ${quoted(cell)}`;
    if (typeof value === 'string') this.setText(row, value);
    else this.setNumber(row, value);
    return undefined;
  }

  /** The rows collected, as many as given; the next block begins. */
  take(rows: number): ColumnValues {
    const { numbers, flags, texts } = this;
    this.numbers = null;
    this.flags = null;
    this.texts = null;
    if (texts) return texts.slice(0, rows);
    return (numbers ?? flags)?.subarray(0, rows) ?? null;
  }

  /** Of all blocks. */
  summary(type: StoredType): ColumnSummary {
    const hasRange = this.minimum <= this.maximum;
    return {
      name: this.name,
      type,
      nulls: this.nulls,
      minimum: hasRange ? this.minimum : null,
      maximum: hasRange ? this.maximum : null,
    };
  }

  private setText(row: number, value: string): void {
    this.texts ??= new Array<string | null>(this.mostRows).fill(null);
    this.texts[row] = value;
  }

  private setNumber(row: number, value: number): void {
    if (this.type === 'flag') {
      this.flags ??= new Uint8Array(this.mostRows).fill(NULL_FLAG);
      this.flags[row] = value;
      return;
    }
    this.numbers ??= new Float64Array(this.mostRows).fill(NaN);
    this.numbers[row] = value;
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
  }

  private whyThisType(): string {
    if (this.inferredAt === undefined) return '';
    return ` (the type of line ${this.inferredAt}, unless types declares another)`;
  }
}

const LONGEST_QUOTED = 40;

function quoted(cell: unknown): string {
  // It may be nested too deeply to be written again.
  if (typeof cell === 'object') return Array.isArray(cell) ? 'an array' : 'an object';
  // As JSON a number beyond doubles would read null.
  const text = typeof cell === 'number' ? String(cell) : JSON.stringify(cell);
  return text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED - 1)}…` : text;
}
