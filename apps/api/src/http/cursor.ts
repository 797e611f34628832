const DECIMAL_INTEGER = /^[1-9]\d{0,15}$/;

/** The key of a page's last record as clients carry it. They are not to read it: what a key is may change. */
export function encodeCursor(key: number): string {
  return Buffer.from(String(key)).toString('base64url');
}

/** Undefined for what `encodeCursor` never makes. */
export function decodeCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const key = Number(text);
  return DECIMAL_INTEGER.test(text) && Number.isSafeInteger(key) && encodeCursor(key) === cursor
    ? key
    : undefined;
}
