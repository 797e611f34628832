import { useMemo } from 'react';
import { useSettings } from '../settings/settings';
import { NO_VALUE } from './numbers';

type Time = string | number | null | undefined;

export interface TimeFormat {
  /** 2026-11-23 14:05:00 UTC */
  readonly time: (value: Time) => string;
  /** 2026-11-23 14:05, where a heading names the zone. */
  readonly minute: (value: Time) => string;
  /** 2026-11-23 */
  readonly date: (value: Time) => string;
  /** The zone's name of the IANA database, which holds for summer and winter: UTC, Europe/Berlin. */
  readonly zone: string;
}

function partsOf(timeZone: string): (value: string | number) => Record<string, string> {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return (value) =>
    Object.fromEntries(format.formatToParts(new Date(value)).map(({ type, value: text }) => [type, text]));
}

/** Times as text in a time zone, `YYYY-MM-DD HH:mm:ss`. */
export function timeFormat(timeZone: string): TimeFormat {
  const parts = partsOf(timeZone);
  const written =
    (write: (part: Record<string, string>) => string) =>
    (value: Time): string =>
      value === null || value === undefined || value === '' ? NO_VALUE : write(parts(value));
  return {
    zone: timeZone,
    time: written((p) => `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second} ${p.timeZoneName}`),
    minute: written((p) => `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}`),
    date: written((p) => `${p.year}-${p.month}-${p.day}`),
  };
}

/** The format of the time zone that was chosen. */
export function useTimes(): TimeFormat {
  const { timeZone } = useSettings();
  return useMemo(() => timeFormat(timeZone), [timeZone]);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds in the two largest units: 3 days 4 hours. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return NO_VALUE;
  const words: string[] = [];
  let rest = Math.round(seconds);
  for (const [unit, size] of UNITS) {
    const whole = Math.floor(rest / size);
    if (whole > 0 && words.length < 2) words.push(`${whole} ${unit}${whole === 1 ? '' : 's'}`);
    rest -= whole * size;
  }
  return words.join(' ') || '0 seconds';
}
