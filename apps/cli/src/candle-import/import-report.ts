import type { SeriesName } from '#domain/market-data/series.repository';
import type { ImportProgress, RefusedLine } from './import-candles';

/** How many refused lines the JSON object lists. */
export const LISTED_REFUSALS = 20;

export interface ImportReport {
  readonly file: string;
  readonly series: SeriesName;
  readonly progress: ImportProgress;
  readonly firstRefusals: readonly RefusedLine[];
  readonly seconds: number;
}

export function importReportJson({ file, series, progress, firstRefusals, seconds }: ImportReport): string {
  const { exchange, symbol, interval } = series;
  const { read, inserted, updated, unchanged, refused } = progress;
  return JSON.stringify({
    file,
    exchange,
    symbol,
    interval,
    read,
    inserted,
    updated,
    unchanged,
    refused,
    first_refusals: firstRefusals,
    seconds,
  });
}

export function importReportText({ file, series, progress, seconds }: ImportReport): string {
  const { exchange, symbol, interval } = series;
  const counts = (['inserted', 'updated', 'unchanged', 'refused'] as const)
    .map((name) => `${countText(progress[name])} ${name}`)
    .join(', ');
  return (
    `${file} → ${exchange} ${symbol} ${interval}: ` +
    `${countText(progress.read)} rows in ${seconds.toFixed(1)} s (${counts})`
  );
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}
