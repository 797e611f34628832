import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { Environment } from '#platform/config/environment';

export type RetentionDays = Environment['retentionDays'];

/** Candles that open before this are deleted, and refused; -Infinity where all are kept. Milliseconds since 1970 UTC. */
export function keptSince(retentionDays: RetentionDays, interval: Interval, now: number): number {
  return now - (retentionDays.get(interval) ?? Infinity) * DAY_MILLISECONDS;
}

/** What is wrong with a time (ms) that is too long ago for candles of the interval; empty when nothing is. */
export function validateKept(
  { field, time }: { readonly field: string; readonly time: number },
  interval: Interval,
  retentionDays: RetentionDays,
  now: number,
): FieldProblem[] {
  const since = keptSince(retentionDays, interval, now);
  if (time >= since) return [];
  const earliest = formatDateTime(Math.ceil(since / 1000) * 1000);
  const days = retentionDays.get(interval);
  return [
    { field, message: `must not be before ${earliest}: ${interval} candles are kept for ${days} days` },
  ];
}
