/** What a client may declare. */
export const COLUMN_TYPES = ['number', 'text', 'flag'] as const;

/** `time` has the column that says when a row became known, and the key. */
export const STORED_TYPES = [...COLUMN_TYPES, 'time'] as const;

export type StoredType = (typeof STORED_TYPES)[number];

/** The columns that are the key of a row; a dataset may do without symbols. */
export const TIME_COLUMN = 'time';
export const SYMBOL_COLUMN = 'symbol';

/** Versions are numbered from 1, in 32 bits. */
export const LARGEST_VERSION = 2 ** 31 - 1;

export const MOST_COLUMNS = 400;
export const MOST_SYMBOLS = 10_000;
export const LONGEST_SYMBOL_CHARACTERS = 128;
export const LONGEST_NAME_CHARACTERS = 128;
export const LONGEST_TEXT_CHARACTERS = 256;

/** A flag that has no value in a row. */
export const NULL_FLAG = 2;

/**
 * Some rows of a column. NaN is a number or a time without a value, a time is in milliseconds since 1970 UTC, and a flag is 0, 1 or
 * NULL_FLAG. Null as a whole where no row has a value.
 */
export type ColumnValues = Float64Array | Uint8Array | readonly (string | null)[] | null;

/** What is known of a column beside its values. */
export interface ColumnSummary {
  readonly name: string;
  readonly type: StoredType;
  /** Rows without a value. */
  readonly nulls: number;
  /** Of numbers, and of times in milliseconds; null for other types and where there is no value. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A column of rows and of those that are appended to them. */
export function joinSummaries(one: ColumnSummary, other: ColumnSummary): ColumnSummary {
  return {
    name: one.name,
    type: one.type,
    nulls: one.nulls + other.nulls,
    minimum: ofBoth(Math.min, one.minimum, other.minimum),
    maximum: ofBoth(Math.max, one.maximum, other.maximum),
  };
}

function ofBoth(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}
