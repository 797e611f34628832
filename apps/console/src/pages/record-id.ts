/** The number of a record in an address; undefined where it can be none. */
export function recordId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The same for a page that reads the record at once: 0, which none has, where it can be none. */
export function readableId(text: string): number {
  return recordId(text) ?? 0;
}
