const LONGEST_SHOWN = 64;

/** Rows of `it.each` with a name in front: the JSON of their first value, in which long texts and lists are their length. */
export function inShort<Row extends [unknown, ...unknown[]]>(rows: readonly Row[]): [string, ...Row][] {
  return rows.map((row) => [JSON.stringify(row[0], shorten), ...row]);
}

function shorten(_key: string, value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = Array.from(value);
    return characters.length > LONGEST_SHOWN ? `${characters.length} times ${characters[0]}` : value;
  }
  return Array.isArray(value) && value.length > LONGEST_SHOWN ? `a list of ${value.length}` : value;
}
