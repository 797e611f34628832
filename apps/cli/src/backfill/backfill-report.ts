import type { SeriesName } from '#domain/market-data/series.repository';
import { intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { countText, levelShiftJson, levelShiftText } from '../csv-import/import-report';
import type { BackfillResult } from './backfill-candles';
import { countCandles, type OpenTimeSpan } from './missing-spans';

/** How many stretches of missing candles are listed. */
const LISTED_SPANS = 20;

interface BackfillReport {
  readonly series: SeriesName;
  readonly range: OpenTimeSpan;
  readonly result: BackfillResult;
  readonly seconds: number;
}

export function backfillReportJson({ series, range, result, seconds }: BackfillReport): string {
  const { fetched, inserted, updated, unchanged, quarantined, missing, levelShifts } = result;
  return JSON.stringify({
    exchange: series.exchange,
    symbol: series.symbol,
    interval: series.interval,
    ...spanOf(range),
    fetched,
    inserted,
    updated,
    unchanged,
    quarantined,
    level_shifts: levelShifts.map(levelShiftJson),
    missing: countMissing(series, missing),
    first_missing: missing.slice(0, LISTED_SPANS).map(spanOf),
    seconds,
  });
}

export function backfillReportText({ series, range, result, seconds }: BackfillReport): string {
  const { missing } = result;
  const { from, to } = spanOf(range);
  const counts = (['inserted', 'updated', 'unchanged', 'quarantined'] as const)
    .map((name) => `${countText(result[name])} ${name}`)
    .join(', ');
  const lines = [
    `${series.exchange} ${series.symbol} ${series.interval}, ${from} to ${to}: ` +
      `${countText(result.fetched)} candles in ${seconds.toFixed(1)} s (${counts})`,
  ];
  lines.push(...result.levelShifts.map(levelShiftText));
  if (missing.length > 0) {
    lines.push(
      `${countText(countMissing(series, missing))} candles are not there, the exchange did not have them:`,
    );
    for (const span of missing.slice(0, LISTED_SPANS))
      lines.push(`  ${spanOf(span).from} to ${spanOf(span).to}`);
    if (missing.length > LISTED_SPANS)
      lines.push(`  and ${countText(missing.length - LISTED_SPANS)} stretches more`);
  }
  return lines.join('\n');
}

function countMissing({ interval }: SeriesName, missing: readonly OpenTimeSpan[]): number {
  return countCandles(missing, intervalSeconds(interval) * 1000);
}

function spanOf({ first, last }: OpenTimeSpan): { from: string; to: string } {
  return { from: formatDateTime(first), to: formatDateTime(last) };
}
