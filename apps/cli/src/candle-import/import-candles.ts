import type { CandleToWrite } from '#domain/market-data/candlestick.store';
import type { SeriesName } from '#domain/market-data/series.repository';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { CandleLine } from './candle-file';
import type { StoredCandles } from './stored-candles';

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
  readonly series: SeriesName;
  readonly allowOutliers: boolean;
  readonly batchSize: number;
  /** Aborted: the batch under way is finished, and no other begun. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly onRefused: (refused: RefusedLine) => void;
}

const NOTHING: ImportProgress = {
  line: 0,
  bytesRead: 0,
  read: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
};

/** Stores the candles of a file, a batch at a time. What is stored equal stays as it is, so a second run goes on where the first ended. */
export async function importCandles(
  stored: StoredCandles,
  lines: AsyncIterable<CandleLine>,
  settings: ImportSettings,
): Promise<ImportProgress & { readonly isComplete: boolean }> {
  let progress = NOTHING;
  let batch: CandleLine[] = [];
  const flush = async () => {
    progress = await storeBatch(stored, batch, settings, progress);
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

async function storeBatch(
  stored: StoredCandles,
  batch: readonly CandleLine[],
  { series, allowOutliers, onRefused }: ImportSettings,
  before: ImportProgress,
): Promise<ImportProgress> {
  const refused: RefusedLine[] = [];
  const lineNumbers: number[] = [];
  const candles: CandleToWrite[] = [];
  for (const { line, content } of batch) {
    if (isCandle(content)) {
      lineNumbers.push(line);
      candles.push(content);
    } else {
      refused.push({ line, problems: content });
    }
  }
  // Much faster than finding out row by row that there is nothing to change.
  const result = (await stored.holdExactly(series, candles))
    ? { inserted: 0, updated: 0, refused: [] }
    : await stored.ingest(series, candles, { allowOutliers });
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

function isCandle(content: CandleLine['content']): content is CandleToWrite {
  return 'openTime' in content;
}
