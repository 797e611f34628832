import { formatDate } from '#engine/market/parse-time';
import { SourceFailure } from '../source-failure';

/** Notices rows of a shorter interval where daily ones were requested: several of one date, at different times. */
export class DailyTimes {
  private readonly byDate = new Map<number, string>();

  constructor(private readonly provider: string) {}

  /** `date` 00:00 UTC in ms, `time` as the provider writes it; the same row again is none of another time. */
  check(date: number, time: string): void {
    const known = this.byDate.get(date) ?? time;
    if (known !== time) {
      const times = `${known} and ${time}`.slice(0, 100);
      const message = `two rows of ${formatDate(date)}, ${times}, where daily ones were requested`;
      throw new SourceFailure('malformed', `${this.provider}: ${message}`);
    }
    this.byDate.set(date, time);
  }
}
