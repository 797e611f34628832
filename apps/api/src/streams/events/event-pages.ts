import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type EventFilter, type EventPage, EventReader } from '#domain/events/event-reader';

/** Small: a slow reader holds its page while it takes it, and envelopes are several times as long as what is stored of them. */
const PAGE_ROWS = 200;
const PAGE_BYTES = 100_000;
const KEPT_PAGES = 16;
const KEPT_MILLISECONDS = 2_000;
/** However many readers there are, the other requests have connections to the database. */
const READS_AT_ONCE = 2;

/** Pages of recorded events, each read once for the readers that are at the same position and want the same. */
@Injectable()
export class EventPages {
  private readonly limit = pLimit(READS_AT_ONCE);
  private readonly pages = new LRUCache<string, Promise<EventPage>>({
    max: KEPT_PAGES,
    ttl: KEPT_MILLISECONDS,
  });

  constructor(private readonly reader: EventReader) {}

  /** Rejects when the database is out of reach. */
  async after(position: number, filter: EventFilter): Promise<EventPage> {
    const key = JSON.stringify([position, filter.kinds, filter.exchange, filter.symbol]);
    const kept = this.pages.get(key);
    const page = kept ?? this.read(position, filter);
    if (!kept) this.pages.set(key, page);
    try {
      const read = await page;
      // What may follow soon is not to be overlooked.
      if (read.isReset || !read.hasMore) this.forget(key, page);
      return read;
    } catch (error) {
      this.forget(key, page);
      throw error;
    } finally {
      await otherWork();
    }
  }

  private read(position: number, filter: EventFilter): Promise<EventPage> {
    return this.limit(() => this.reader.after(position, PAGE_ROWS, filter, PAGE_BYTES));
  }

  private forget(key: string, page: Promise<EventPage>): void {
    if (this.pages.peek(key) === page) this.pages.delete(key);
  }
}
