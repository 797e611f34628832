import { DAY_MILLISECONDS } from '#engine/calendar/day';

const MINUTE_MILLISECONDS = 60_000;

/** `00:00:00Z` and so on, by the minute of the day; each is made when it is needed first. */
const MINUTE_TEXTS: string[] = [];

/**
 * Open times in ISO form, for statements of many thousand candles: most lie in the day of the one before, and spelling a
 * whole date costs several times as much as its time of day.
 */
export class OpenTimeText {
  private day = NaN;
  private dayText = '';

  /** Of whole seconds since 1970 UTC, given in milliseconds. */
  of(openTime: number): string {
    return this.dateOf(openTime) + timeOf(openTime);
  }

  /** The part up to the `T`. */
  dateOf(openTime: number): string {
    const day = Math.floor(openTime / DAY_MILLISECONDS);
    if (day !== this.day) {
      this.day = day;
      this.dayText = new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 11);
    }
    return this.dayText;
  }
}

/** The part after the `T`. */
export function timeOf(openTime: number): string {
  const ofDay = openTime - Math.floor(openTime / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const minute = Math.floor(ofDay / MINUTE_MILLISECONDS);
  const second = (ofDay - minute * MINUTE_MILLISECONDS) / 1000;
  return second === 0 ? (MINUTE_TEXTS[minute] ??= textOf(minute, 0)) : textOf(minute, second);
}

function textOf(minute: number, second: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:${twoDigits(second)}Z`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
