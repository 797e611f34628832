/** A column by what it means, and the names it may have. */
export interface CsvColumn {
  readonly what: string;
  readonly names: readonly string[];
  readonly optional?: true;
}

/**
 * The index of each column, found by its name in any letter case; undefined for an optional one that is not there. Throws
 * an Error that says what is missing or there more than once, after `rule`.
 */
export function findColumns(
  header: readonly string[],
  columns: readonly CsvColumn[],
  rule: string,
): (number | undefined)[] {
  const missing: string[] = [];
  const ambiguous: string[] = [];
  const indices = columns.map(({ what, names, optional }) => {
    const matches = header.flatMap((name, index) => (names.includes(name.toLowerCase()) ? [index] : []));
    if (matches.length === 0 && !optional) missing.push(what);
    if (matches.length > 1) ambiguous.push(`${what} (${matches.map((index) => header[index]).join(', ')})`);
    return matches.at(0);
  });
  if (missing.length === 0 && ambiguous.length === 0) return indices;
  throw new Error(
    [
      `The first line must name the columns, separated by commas: ${rule}.`,
      ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}.`] : []),
      ...(ambiguous.length > 0 ? [`There more than once: ${ambiguous.join(', ')}.`] : []),
      `The line reads: ${excerpt(header.join(','))}`,
    ].join(' '),
  );
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
