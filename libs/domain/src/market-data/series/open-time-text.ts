import { DAY_MILLISECONDS } from '#engine/calendar/day';

/**
 * Open times in ISO form, for statements of many thousand candles: most lie in the day of the one before, and spelling a
 * whole date costs several times as much as its time of day.
 */
export class OpenTimeText {
  private day = NaN;
  private dayText = '';

  /** Of whole seconds since 1970 UTC, given in milliseconds. */
  of(openTime: number): string {
    const day = Math.floor(openTime / DAY_MILLISECONDS);
    if (day !== this.day) {
      this.day = day;
      this.dayText = new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 11);
    }
    const second = (openTime - day * DAY_MILLISECONDS) / 1000;
    const minute = Math.floor(second / 60);
    const hour = Math.floor(minute / 60);
    return `${this.dayText}${twoDigits(hour)}:${twoDigits(minute % 60)}:${twoDigits(second % 60)}Z`;
  }
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
