import type { Variable } from './variable';

/** Hours of each day in UTC, from the first to before the other; over midnight where the first is the later one. */
export interface HoursOfDay {
  readonly from: number;
  readonly to: number;
}

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** Two hours, such as `2-5`. */
export function hoursOfDay(name: string): Variable<HoursOfDay | undefined> {
  const parse = (value: string) => {
    const [, from, to] = (/^(\d{1,2})-(\d{1,2})$/.exec(value) ?? []).map(Number);
    // A comparison with what is no number is false.
    if (from <= 23 && to <= 24 && from !== to) return { from, to };
    throw new Error(`must be two hours of the day in UTC, such as 2-5 or 22-4, not "${value}"`);
  };
  return { name, parse, fallback: undefined };
}

/** How long the hours go on at a time, in milliseconds; 0 outside of them. */
export function millisecondsLeft({ from, to }: HoursOfDay, now: number): number {
  const sinceStart = modulo(now - from * HOUR_MILLISECONDS, DAY_MILLISECONDS);
  const length = modulo((to - from) * HOUR_MILLISECONDS, DAY_MILLISECONDS) || DAY_MILLISECONDS;
  return Math.max(0, length - sinceStart);
}

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor;
