import { formatDateTime } from '#engine/market/parse-time';

/** A stored time as answers show it: RFC 3339 in UTC. */
export function timeText(time: Date): string;
export function timeText(time: Date | null): string | null;
export function timeText(time: Date | null): string | null {
  return time && formatDateTime(time.getTime());
}
