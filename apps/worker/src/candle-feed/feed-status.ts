import type { FeedReport } from '#domain/market-data/series/feed-state.entity';
import { SourceFailure } from '#sources/source-failure';

/** How the feed of one series is, and since when; times by this worker's clock. */
export class FeedStatus {
  private current: FeedReport;

  constructor(private readonly now: () => number = Date.now) {
    this.current = { state: 'reconnecting', since: now(), lastMessageAt: null, error: null };
  }

  get report(): FeedReport {
    return this.current;
  }

  /** A live message came in. */
  received(): void {
    const now = this.now();
    const { state, since } = this.current;
    this.current = { state: 'live', since: state === 'live' ? since : now, lastMessageAt: now, error: null };
  }

  /** The connection was lost, or could not be made; a feed that is stopped stays so until a message comes in. */
  disconnected(error: unknown): void {
    if (this.current.state === 'stopped') return;
    // The message of any other error is for the log: it may name what is not for clients.
    const isOfExchange = error instanceof SourceFailure;
    this.change(
      'reconnecting',
      isOfExchange ? error.message : 'an error of the worker, which its log describes',
    );
  }

  /** The exchange does not have the series. */
  refused(reason: string): void {
    this.change('stopped', reason);
  }

  /** Its worker does not run it any more. */
  stopped(): void {
    this.change('stopped', 'the worker that led the feed was stopped');
  }

  private change(state: FeedReport['state'], error: string): void {
    const since = this.current.state === state ? this.current.since : this.now();
    this.current = { ...this.current, state, since, error };
  }
}
