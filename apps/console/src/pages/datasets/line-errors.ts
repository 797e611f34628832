import type { FieldError, Problem } from '../../api/problem';
import type { RefusedLine } from '../../uploads/refused-lines';

const LINE = /^line (\d+)(?:, column (.+))?$/;

/** What the service said of lines of a file, by line; each error names its column. */
export function lineErrors({ errors }: Problem): RefusedLine[] {
  const byLine = new Map<number, FieldError[]>();
  for (const { field, message } of errors) {
    const [, number, column] = LINE.exec(field) ?? [];
    if (number === undefined) continue;
    const line = Number(number);
    byLine.set(line, [...(byLine.get(line) ?? []), { field: column ?? 'line', message }]);
  }
  return [...byLine].map(([line, found]) => ({ line, errors: found }));
}
