import type { FieldProblem } from '../market/validate-candle';

/**
 * The fields of one line of CSV (RFC 4180), without blanks around them; undefined where a quote is not closed. A line is
 * all there is of a record: a field of a candle holds no line break, so a stray quote spoils one line and not all that follow.
 * `expected`: how many fields there should be, so that room for them is made at once.
 */
export function splitCsvLine(line: string, expected = 0): string[] | undefined {
  if (!line.includes('"')) return plainFields(line, expected);
  const fields: string[] = [];
  for (let start = 0; start <= line.length;) {
    const opening = firstNonBlank(line, start);
    if (line[opening] === '"') {
      const closing = closingQuote(line, opening + 1);
      if (closing < 0) return undefined;
      const end = fieldEnd(line, closing + 1);
      // Text after a closing quote belongs to the field, as readers that forgive have it.
      const quoted = line.slice(opening + 1, closing).replaceAll('""', '"');
      fields.push(`${quoted}${line.slice(closing + 1, end)}`.trim());
      start = end + 1;
    } else {
      const end = fieldEnd(line, start);
      fields.push(line.slice(start, end).trim());
      start = end + 1;
    }
  }
  return fields;
}

/** Of a line without quotes. */
function plainFields(line: string, expected: number): string[] {
  const fields = Array<string>(expected);
  let count = 0;
  for (let start = 0; start <= line.length;) {
    const end = fieldEnd(line, start);
    fields[count++] = line.slice(start, end).trim();
    start = end + 1;
  }
  fields.length = count;
  return fields;
}

/** The fields of a line below a header of so many names, or why they cannot be read. */
export function csvFields(line: string, count: number): readonly string[] | FieldProblem {
  const fields = splitCsvLine(line, count);
  if (!fields) return { field: 'line', message: 'has a quote that is not closed' };
  if (fields.length === count) return fields;
  return { field: 'line', message: `has ${fields.length} fields where the first line has ${count}` };
}

function firstNonBlank(line: string, start: number): number {
  let index = start;
  while (line[index] === ' ' || line[index] === '\t') index++;
  return index;
}

function fieldEnd(line: string, start: number): number {
  const comma = line.indexOf(',', start);
  return comma < 0 ? line.length : comma;
}

/** The quote that is not one of a pair; −1 where there is none. */
function closingQuote(line: string, start: number): number {
  for (let index = line.indexOf('"', start); index >= 0; index = line.indexOf('"', index + 2)) {
    if (line[index + 1] !== '"') return index;
  }
  return -1;
}
