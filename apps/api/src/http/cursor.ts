import { LARGEST_ID } from '#domain/records/records';

const DECIMAL_INTEGER = /^[1-9]\d{0,15}$/;
const SEPARATOR = '.';

/** Where a list is sorted by a figure: its value, when the record was made, and which it is. */
export interface SortedKey {
  readonly value: number | null;
  readonly microseconds: number;
  readonly kind: string;
  readonly id: number;
}

/** What a list is ordered by: one integer, or two where the first may be the same for many, or what it is sorted by. */
export type CursorKey = number | readonly [number, number] | SortedKey;

/** The key of a page's last record as clients carry it. They are not to read it: what a key is may change. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from(isSorted(key) ? textOfSorted(key) : [key].flat().join(SEPARATOR)).toString('base64url');
}

/** Undefined for what `encodeCursor` never makes of one integer. */
export function decodeCursor(cursor: string): number | undefined {
  const keys = decode(cursor);
  return keys?.length === 1 ? keys[0] : undefined;
}

/** Undefined for what `encodeCursor` never makes of two. */
export function decodePairCursor(cursor: string): readonly [number, number] | undefined {
  const keys = decode(cursor);
  return keys?.length === 2 ? [keys[0], keys[1]] : undefined;
}

const SORTED = /^(-?\d[\de.+-]*|)~(\d{1,16})~([a-z-]{1,32})~(\d{1,10})$/;

/** Undefined for what `encodeCursor` never makes of a sorted list's key. */
export function decodeSortedCursor(cursor: string): SortedKey | undefined {
  const found = SORTED.exec(textOf(cursor) ?? '');
  if (!found) return undefined;
  const [, value, microseconds, kind, id] = found;
  const key = {
    value: value === '' ? null : Number(value),
    microseconds: Number(microseconds),
    kind,
    id: Number(id),
  };
  const isStorable = key.id <= LARGEST_ID && Number.isFinite(key.value ?? 0);
  return isStorable && encodeCursor(key) === cursor ? key : undefined;
}

function isSorted(key: CursorKey): key is SortedKey {
  return typeof key === 'object' && 'value' in key;
}

function textOfSorted({ value, microseconds, kind, id }: SortedKey): string {
  return [value ?? '', microseconds, kind, id].join('~');
}

function textOf(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  // Base64url has more than one text for the same bytes.
  return Buffer.from(text, 'latin1').toString('base64url') === cursor ? text : undefined;
}

function decode(cursor: string): number[] | undefined {
  const text = textOf(cursor);
  if (text === undefined) return undefined;
  const keys = text.split(SEPARATOR);
  const isKey = (key: string) => DECIMAL_INTEGER.test(key) && Number.isSafeInteger(Number(key));
  return keys.every(isKey) ? keys.map(Number) : undefined;
}
