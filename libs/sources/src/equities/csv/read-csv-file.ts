import { createReadStream } from 'node:fs';
import { csvFields, splitCsvLine } from '#engine/csv/csv-line';
import type { FieldProblem } from '#engine/market/validate-candle';
import { readTextLines } from '#platform/text/read-text-lines';
import { SourceFailure } from '../../source-failure';

const LONGEST_LINE_BYTES = 64 * 1024;

export interface CsvFile {
  /** Where it lies. */
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
}

/** Takes the fields of a line, or says what is wrong with one of them. */
export type TakeRow = (fields: readonly string[]) => FieldProblem | undefined;

/**
 * Reads a file line by line, never as a whole. `start` gets the names in the first line and answers what takes the lines
 * below; it throws an Error where the names are not those that it needs.
 */
export async function readCsvFile(
  { path, name }: CsvFile,
  start: (names: readonly string[]) => TakeRow,
  signal: AbortSignal,
): Promise<void> {
  let columns = 0;
  let take: TakeRow | undefined;
  const begin = (line: string) => {
    const names = splitCsvLine(line) ?? [line];
    columns = names.length;
    try {
      take = start(names);
    } catch (error) {
      throw new SourceFailure('malformed', `${name}: ${(error as Error).message}`);
    }
  };
  const chunks = createReadStream(path, { signal }) as AsyncIterable<Buffer>;
  for await (const { firstLine, lines } of readTextLines(chunks, { longestLineBytes: LONGEST_LINE_BYTES })) {
    for (const [index, line] of lines.entries()) {
      if (typeof line !== 'string') throw malformed(name, firstLine + index, `it ${line.fault}`);
      if (line.trim() === '') continue;
      if (!take) {
        begin(line);
        continue;
      }
      const fields = csvFields(line, columns);
      const problem = 'field' in fields ? fields : take(fields);
      if (!problem) continue;
      const field = problem.field === 'line' ? 'it' : problem.field;
      throw malformed(name, firstLine + index, `${field} ${problem.message}`);
    }
  }
  if (!take) begin('');
}

function malformed(name: string, line: number, message: string): SourceFailure {
  return new SourceFailure('malformed', `${name}, line ${line}: ${message}`);
}
