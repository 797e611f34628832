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

/** The outcome of a batch; refused items by their index in it. Items that were stored already count nowhere. */
interface StoredBatch {
  readonly inserted: number;
  readonly updated: number;
  readonly refused: readonly {
    readonly index: number;
    readonly problems: readonly FieldProblem[];
    /** A later line may settle its outcome: it is reported then, or at the end. */
    readonly isOpen?: boolean;
  }[];
  /** The outcome of lines of batches before that were open. With problems they stay refused. */
  readonly settled?: readonly {
    readonly line: number;
    readonly outcome: 'inserted' | 'updated' | 'unchanged' | readonly FieldProblem[];
  }[];
}

/** Stores items of a file, and knows the line of each. */
export type StoreBatch<Item> = (items: readonly Item[], lines: readonly number[]) => Promise<StoredBatch>;

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

/** Stores the lines of a file, a batch at a time. What is stored equal stays as it is, so a second run goes on where the first stopped. */
export async function importLines<Item extends object>(
  lines: AsyncIterable<CsvLine<Item>>,
  store: StoreBatch<Item>,
  settings: ImportSettings,
): Promise<ImportResult> {
  let progress = NOTHING;
  let batch: CsvLine<Item>[] = [];
  const open = new Map<number, RefusedLine>();
  const reportOpen = () => [...open.values()].sort((a, b) => a.line - b.line).forEach(settings.onRefused);
  const flush = async () => {
    progress = await storeLines(batch, store, settings, { before: progress, open });
    batch = [];
    settings.onProgress(progress);
  };

  for await (const line of lines) {
    if (settings.signal.aborted) {
      reportOpen();
      return { ...progress, isComplete: false };
    }
    batch.push(line);
    if (batch.length === settings.batchSize) await flush();
  }
  if (batch.length > 0 && !settings.signal.aborted) await flush();
  reportOpen();
  return { ...progress, isComplete: batch.length === 0 };
}

async function storeLines<Item extends object>(
  batch: readonly CsvLine<Item>[],
  store: StoreBatch<Item>,
  { onRefused }: ImportSettings,
  { before, open }: { readonly before: ImportProgress; readonly open: Map<number, RefusedLine> },
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
  const result = await store(items, lineNumbers);
  const later = { inserted: 0, updated: 0, unchanged: 0 };
  for (const { line, outcome } of result.settled ?? []) {
    open.delete(line);
    if (typeof outcome === 'string') later[outcome]++;
    else onRefused({ line, problems: outcome });
  }
  let openNow = 0;
  for (const { index, problems, isOpen } of result.refused) {
    const line = { line: lineNumbers[index], problems };
    if (isOpen) {
      open.set(line.line, line);
      openNow++;
    } else refused.push(line);
  }
  refused.sort((a, b) => a.line - b.line).forEach(onRefused);
  const refusedNow = refused.length + openNow;

  const last = batch[batch.length - 1];
  return {
    line: last.line,
    bytesRead: last.bytesRead,
    read: before.read + batch.length,
    inserted: before.inserted + result.inserted + later.inserted,
    updated: before.updated + result.updated + later.updated,
    unchanged:
      before.unchanged + batch.length - refusedNow - result.inserted - result.updated + later.unchanged,
    refused: before.refused + refusedNow - later.inserted - later.updated - later.unchanged,
  };
}

function isRefusal(content: object): content is readonly FieldProblem[] {
  return Array.isArray(content);
}
