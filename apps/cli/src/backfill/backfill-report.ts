import type { SeriesName } from '#domain/market-data/series/series-name';
import { intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { countText, levelShiftJson, levelShiftText } from '../csv-import/import-report';
import type { BackfillResult } from './backfill-candles';
import { countCandles, type OpenTimeSpan, spansWithout } from './missing-spans';

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
  const { from, to } = spanOf(range);
  const counts = (['inserted', 'updated', 'unchanged', 'quarantined'] as const)
    .map((name) => `${countText(result[name])} ${name}`)
    .join(', ');
  const lines = [
    `${series.exchange} ${series.symbol} ${series.interval}, ${from} to ${to}: ` +
      `${countText(result.fetched)} candles in ${seconds.toFixed(1)} s (${counts})`,
  ];
  lines.push(...result.levelShifts.map(levelShiftText));
  const { missing, missingInQuarantine } = result;
  const absent = spansWithout(missing, missingInQuarantine, intervalSeconds(series.interval) * 1000);
  lines.push(
    ...listOf(
      'are in quarantine, because they broke a rule or jump; market-data/quarantine lists them',
      missingInQuarantine.length,
      missingInQuarantine.map(formatDateTime),
    ),
    ...listOf(
      'are not there, the exchange did not have them',
      countMissing(series, absent),
      absent.map((span) => `${spanOf(span).from} to ${spanOf(span).to}`),
    ),
  );
  return lines.join('\n');
}

function listOf(what: string, candles: number, stretches: readonly string[]): string[] {
  if (candles === 0) return [];
  const left = stretches.length - LISTED_SPANS;
  return [
    `${countText(candles)} candles ${what}:`,
    ...stretches.slice(0, LISTED_SPANS).map((stretch) => `  ${stretch}`),
    ...(left > 0 ? [`  and ${countText(left)} stretches more`] : []),
  ];
}

function countMissing({ interval }: SeriesName, missing: readonly OpenTimeSpan[]): number {
  return countCandles(missing, intervalSeconds(interval) * 1000);
}

function spanOf({ first, last }: OpenTimeSpan): { from: string; to: string } {
  return { from: formatDateTime(first), to: formatDateTime(last) };
}
