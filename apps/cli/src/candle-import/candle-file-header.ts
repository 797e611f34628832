const TIME_NAMES = ['open_time', 'time', 'timestamp', 'date', 'datetime'] as const;
const NUMBER_NAMES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The place of each column that is read; others are ignored. */
export interface CandleFileHeader extends Readonly<Record<(typeof NUMBER_NAMES)[number], number>> {
  readonly time: number;
  readonly columnCount: number;
}

/** Finds the columns by their names, in any order and letter case. Throws an Error that says what is allowed. */
export function readCandleFileHeader(names: readonly string[]): CandleFileHeader {
  const missing: string[] = [];
  const ambiguous: string[] = [];
  const find = (what: string, allowed: readonly string[]): number => {
    const matches = names.flatMap((name, place) => (allowed.includes(name.toLowerCase()) ? [place] : []));
    if (matches.length === 0) missing.push(what);
    if (matches.length > 1) ambiguous.push(`${what} (${matches.map((place) => names[place]).join(', ')})`);
    return matches[0];
  };
  const header = {
    time: find('the time', TIME_NAMES),
    open: find('open', ['open']),
    high: find('high', ['high']),
    low: find('low', ['low']),
    close: find('close', ['close']),
    volume: find('volume', ['volume']),
    columnCount: names.length,
  };
  if (missing.length === 0 && ambiguous.length === 0) return header;
  throw new Error(
    [
      `The first line must name the columns, separated by commas: the time as one of ${TIME_NAMES.join(', ')};`,
      `${NUMBER_NAMES.join(', ')}.`,
      ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}.`] : []),
      ...(ambiguous.length > 0 ? [`There more than once: ${ambiguous.join(', ')}.`] : []),
      `The line reads: ${excerpt(names.join(','))}`,
    ].join(' '),
  );
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
