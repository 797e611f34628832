import type { FieldProblem } from '#engine/market/validate-candle';
import type { CsvLine } from './csv-lines';

export interface RefusedLine {
  readonly line: number;
  readonly problems: readonly FieldProblem[];
}

export interface ImportProgress {
  /** The last line that was dealt with. */
  readonly line: number;
  readonly bytesRead: number;
  /** Lines dealt with: read = inserted + updated + unchanged + refused. */
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

export interface ImportSettings {
  readonly batchSize: number;
  /** Aborted: the batch under way is finished, and no other begun. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly onRefused: (refused: RefusedLine) => void;
}

/** What became of a batch; refused items by their place in it. Items that were stored already count nowhere. */
interface StoredBatch {
  readonly inserted: number;
  readonly updated: number;
  readonly refused: readonly { readonly index: number; readonly problems: readonly FieldProblem[] }[];
}

export type StoreBatch<Item> = (items: readonly Item[]) => Promise<StoredBatch>;

export type ImportResult = ImportProgress & { readonly isComplete: boolean };

const NOTHING: ImportProgress = {
  line: 0,
  bytesRead: 0,
  read: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
};

/** Stores the lines of a file, a batch at a time. What is stored equal stays as it is, so a second run goes on where the first ended. */
export async function importLines<Item extends object>(
  lines: AsyncIterable<CsvLine<Item>>,
  store: StoreBatch<Item>,
  settings: ImportSettings,
): Promise<ImportResult> {
  let progress = NOTHING;
  let batch: CsvLine<Item>[] = [];
  const flush = async () => {
    progress = await storeLines(batch, store, settings, progress);
    batch = [];
    settings.onProgress(progress);
  };

  for await (const line of lines) {
    if (settings.signal.aborted) return { ...progress, isComplete: false };
    batch.push(line);
    if (batch.length === settings.batchSize) await flush();
  }
  if (batch.length > 0 && !settings.signal.aborted) await flush();
  return { ...progress, isComplete: batch.length === 0 };
}

async function storeLines<Item extends object>(
  batch: readonly CsvLine<Item>[],
  store: StoreBatch<Item>,
  { onRefused }: ImportSettings,
  before: ImportProgress,
): Promise<ImportProgress> {
  const refused: RefusedLine[] = [];
  const lineNumbers: number[] = [];
  const items: Item[] = [];
  for (const { line, content } of batch) {
    if (isRefusal(content)) {
      refused.push({ line, problems: content });
    } else {
      lineNumbers.push(line);
      items.push(content);
    }
  }
  const result = await store(items);
  for (const { index, problems } of result.refused) refused.push({ line: lineNumbers[index], problems });
  refused.sort((a, b) => a.line - b.line).forEach(onRefused);

  const last = batch[batch.length - 1];
  return {
    line: last.line,
    bytesRead: last.bytesRead,
    read: before.read + batch.length,
    inserted: before.inserted + result.inserted,
    updated: before.updated + result.updated,
    unchanged: before.unchanged + batch.length - refused.length - result.inserted - result.updated,
    refused: before.refused + refused.length,
  };
}

function isRefusal(content: object): content is readonly FieldProblem[] {
  return Array.isArray(content);
}
