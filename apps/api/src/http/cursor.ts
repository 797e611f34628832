const DECIMAL_INTEGER = /^[1-9]\d{0,15}$/;
const SEPARATOR = '.';

/** What a list is ordered by: one integer, or two where the first may be the same for many. */
export type CursorKey = number | readonly [number, number];

/** The key of a page's last record as clients carry it. They are not to read it: what a key is may change. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from([key].flat().join(SEPARATOR)).toString('base64url');
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

function decode(cursor: string): number[] | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  // Base64url has more than one text for the same bytes.
  if (Buffer.from(text, 'latin1').toString('base64url') !== cursor) return undefined;
  const keys = text.split(SEPARATOR);
  const isKey = (key: string) => DECIMAL_INTEGER.test(key) && Number.isSafeInteger(Number(key));
  return keys.every(isKey) ? keys.map(Number) : undefined;
}
