import type {
  CandleChanges,
  ChangedCandle,
  LatestCandle,
  SeriesPosition,
  PublishedCandle,
} from '#domain/market-data/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series.repository';
import { intervalSeconds } from '#engine/market/interval';
import type { CandleNotice } from './candle-notice';

/** What changed in a series, published once and in the order of its versions. */
export interface SeriesUpdate {
  readonly name: SeriesName;
  /** The series' version after it. */
  readonly version: number;
  /**
   * Each once: those before the newest one in the order of their commits and open times, then the others, ascending.
   * Undefined: so many that who wants them should query from `from` on.
   */
  readonly candles?: readonly ChangedCandle[];
  readonly from: number;
  /** The series' newest candle after it. */
  readonly newest?: PublishedCandle;
  readonly before: SeriesPosition;
  readonly after: SeriesPosition;
}

/** The state of the series, as far as it has been published. */
export interface FollowedState extends SeriesPosition {
  readonly seriesId?: number;
  readonly version: number;
  readonly newest?: PublishedCandle;
}

type Reception = 'known' | 'published' | 'waits' | 'outdated';

const MOST_WAITING = 1_000;

/**
 * Puts the notices of one series into the order of their versions. One that overtook others waits for them; what does not come
 * has to be looked up. A version is published once, and nothing is published after a later version of it.
 */
export class SeriesFollower {
  private current: FollowedState | undefined;
  private readonly waiting = new Map<number, CandleNotice>();

  constructor(
    readonly name: SeriesName,
    private readonly publish: (update: SeriesUpdate) => void,
  ) {}

  /** Undefined until it has begun. */
  get state(): FollowedState | undefined {
    return this.current;
  }

  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** From where it follows; nothing given: a series that is not there yet. */
  begin(latest: LatestCandle | undefined): void {
    this.current = latest ?? { version: 0, newestOpenTime: 0, committedAt: 0 };
    this.publishWaiting();
  }

  accept(notice: CandleNotice): Reception {
    const knownId = this.current?.seriesId;
    if (knownId !== undefined && notice.seriesId !== knownId) return 'outdated';
    if (this.current && notice.version <= this.current.version) return 'known';
    if (!notice.candles || this.waiting.size >= MOST_WAITING) return 'outdated';
    this.waiting.set(notice.version, notice);
    if (this.current) this.publishWaiting();
    return this.isWaiting ? 'waits' : 'published';
  }

  /** What the tables say happened after the state that was current when they were read. */
  catchUp({ newestOpenTime, committedAt, ...changes }: CandleChanges): void {
    const known = this.current;
    if (!known || changes.version <= known.version) return;
    this.advance({ ...changes, after: { newestOpenTime, committedAt } });
    this.publishWaiting();
  }

  /** From where it follows a series that was replaced: what is stored now counts, from its first candle on. */
  restart(latest: LatestCandle): void {
    const { newestOpenTime, committedAt } = this.current!;
    this.waiting.clear();
    this.current = latest;
    const { version, newest } = latest;
    const before = { newestOpenTime, committedAt };
    this.publish({ ...{ name: this.name, version, newest, before, after: latest }, from: 0 });
  }

  private publishWaiting(): void {
    for (const version of this.waiting.keys()) {
      if (version <= this.current!.version) this.waiting.delete(version);
    }
    for (;;) {
      const known = this.current!;
      const notice = this.waiting.get(known.version + 1);
      if (!notice) return;
      this.waiting.delete(notice.version);
      const { seriesId, version, first, last, writtenAt } = notice;
      const candles = candlesOf(notice);
      const after = {
        newestOpenTime: Math.max(known.newestOpenTime, last),
        committedAt: writtenAt,
      };
      this.advance({ seriesId, version, candles, from: first, newest: candles.at(-1), after });
    }
  }

  /** The last of the changed candles is the newest one, unless all of them are older. */
  private advance({
    seriesId,
    ...change
  }: Omit<SeriesUpdate, 'name' | 'before'> & { seriesId: number }): void {
    const { newestOpenTime, committedAt, ...known } = this.current!;
    const isNewer = change.newest !== undefined && change.newest.openTime >= newestOpenTime;
    const newest = isNewer ? change.newest : known.newest;
    this.current = { seriesId, version: change.version, newest, ...change.after };
    this.publish({ name: this.name, ...change, newest, before: { newestOpenTime, committedAt } });
  }
}

/** A notice also names candles that were stored already; of several with one open time the last one counts. */
function candlesOf({ candles = [], first, last, interval, writtenAt }: CandleNotice): ChangedCandle[] {
  const closedUpTo = writtenAt - intervalSeconds(interval) * 1000;
  const byTime = new Map<number, ChangedCandle>();
  for (const [openTime, open, high, low, close, volume, isClosed] of candles) {
    if (openTime < first || openTime > last) continue;
    const numbers = { open, high, low, close, volume };
    const closed = isClosed ?? openTime <= closedUpTo;
    byTime.set(openTime, { openTime, ...numbers, isClosed: closed, committedAt: writtenAt });
  }
  return [...byTime.values()].sort((a, b) => a.openTime - b.openTime);
}
