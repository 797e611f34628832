import { createHash } from 'node:crypto';
import { type ColumnValues, NULL_FLAG, type StoredType } from '#engine/datasets/dataset-column';
import { bytesOfDoubles } from '../records/doubles';

/** What names the content beside its values. */
interface Described {
  readonly names: readonly string[];
  readonly types: readonly StoredType[];
  readonly availableAt: string | null;
  readonly interval: string | null;
}

/** SHA-256 of a dataset: the same for the same rows, in however many uploads and blocks they came. */
export class ContentHash {
  private readonly columns: ColumnHash[] = [];

  update({ rows, columns }: { readonly rows: number; readonly columns: readonly ColumnValues[] }): void {
    for (const [index, values] of columns.entries())
      (this.columns[index] ??= new ColumnHash()).update(values, rows);
  }

  digest(described: Described): string {
    const digests = this.columns.map((column, index) => column.digest(described.types[index]));
    return createHash('sha256')
      .update(JSON.stringify([described, digests]))
      .digest('hex');
  }
}

class ColumnHash {
  private readonly hash = createHash('sha256');
  /** Rows without a value whose bytes depend on a type that is not known yet. */
  private waiting = 0;

  update(values: ColumnValues, rows: number): void {
    if (values === null) {
      this.waiting += rows;
      return;
    }
    if (values instanceof Float64Array) this.flush('number');
    else this.flush(values instanceof Uint8Array ? 'flag' : 'text');
    this.hash.update(bytesOf(values));
  }

  digest(type: StoredType): string {
    this.flush(type);
    return this.hash.digest('hex');
  }

  private flush(type: StoredType): void {
    for (; this.waiting > 0; this.waiting -= Math.min(this.waiting, NULLS)) {
      this.hash.update(bytesOf(withoutValues(type, Math.min(this.waiting, NULLS))));
    }
  }
}

const NULLS = 32_768;

function withoutValues(type: StoredType, rows: number): NonNullable<ColumnValues> {
  if (type === 'text') return new Array<null>(rows).fill(null);
  return type === 'flag' ? new Uint8Array(rows).fill(NULL_FLAG) : new Float64Array(rows).fill(NaN);
}

/** Texts hold no control characters, so that these bytes have one meaning. */
function bytesOf(values: NonNullable<ColumnValues>): Uint8Array | string {
  if (values instanceof Float64Array) return bytesOfDoubles(values);
  if (values instanceof Uint8Array) return values;
  return values.map((text) => (text === null ? '\u0001\u0000' : `${text}\u0000`)).join('');
}
