import type { SeriesName } from '#domain/market-data/series/series-name';
import { SeriesFollower, type SeriesUpdate } from './series-follower';

export type SeriesListener = (update: SeriesUpdate) => void;

/** A series that has listeners, or is about to have its first one. */
export class SubscribedSeries {
  readonly follower: SeriesFollower;
  /** Settled when its state has been read. */
  started: Promise<void> = Promise.resolve();
  /** Where Redis has a channel for each series: the series that is listened to. */
  channelId: number | undefined;
  private readonly listeners = new Set<SeriesListener>();
  private users = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly name: SeriesName) {
    this.follower = new SeriesFollower(name, (update) => {
      for (const listener of this.listeners) listener(update);
    });
  }

  get isUsed(): boolean {
    return this.users > 0;
  }

  enter(): void {
    this.users++;
  }

  leave(listener: SeriesListener): void {
    this.users--;
    this.listeners.delete(listener);
    if (!this.isUsed) clearTimeout(this.timer);
  }

  listen(listener: SeriesListener): void {
    this.listeners.add(listener);
  }

  /** Once that time is over, if a notice is still early then; several calls wait together. */
  whenStillEarly(milliseconds: number, act: () => void): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.follower.hasEarlyNotices) act();
    }, milliseconds);
  }
}
