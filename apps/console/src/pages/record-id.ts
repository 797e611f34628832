/** A number that no record has: what an address without a number leads to. */
export const NO_RECORD = 0;

/** The number of a record in an address; undefined where it can be none. */
export function recordId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
