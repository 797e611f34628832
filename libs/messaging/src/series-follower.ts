import type {
  CandleChanges,
  ChangedCandle,
  LatestCandle,
  SeriesPosition,
  PublishedCandle,
} from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { intervalSeconds } from '#engine/market/interval';
import type { CandleNotice } from './candle-notice';

/** What changed in a series, published once and in the order of its versions. */
export interface SeriesUpdate {
  readonly name: SeriesName;
  /** The series' version after it. */
  readonly version: number;
  /** The series was replaced by another one of its name, whose versions begin anew. */
  readonly isReplacement?: boolean;
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

/**
 * Outcome of a notice: `published`, with what it made next; `early`: it is kept until those before it come; `duplicate`: its
 * version was published before; `incomplete`: the tables have to be read, since it names no candles, belongs to another series
 * of this name, or too many are kept.
 */
type Reception = 'published' | 'early' | 'duplicate' | 'incomplete';

const MOST_EARLY_NOTICES = 1_000;

/**
 * Orders the notices of one series by version. A version is published once, and nothing is published after a later version.
 *
 *   version     5        6        7        8        9
 *           published  (lost)   early    early                    a notice of 6, or the changes since 5 from the tables,
 *              └ state                                            make 6, 7 and 8 published
 */
export class SeriesFollower {
  private current: FollowedState | undefined;
  private readonly early = new Map<number, CandleNotice>();

  constructor(
    readonly name: SeriesName,
    private readonly publish: (update: SeriesUpdate) => void,
  ) {}

  /** Undefined until it has started. */
  get state(): FollowedState | undefined {
    return this.current;
  }

  get hasEarlyNotices(): boolean {
    return this.early.size > 0;
  }

  /** Everything after this state is published; undefined: the series is not there yet. */
  start(latest: LatestCandle | undefined): void {
    this.current = latest ?? { version: 0, newestOpenTime: 0, committedAt: 0 };
    this.publishNext();
  }

  receive(notice: CandleNotice): Reception {
    const knownId = this.current?.seriesId;
    if (knownId !== undefined && notice.seriesId !== knownId) return 'incomplete';
    if (this.current && notice.version <= this.current.version) return 'duplicate';
    if (!notice.candles || this.early.size >= MOST_EARLY_NOTICES) return 'incomplete';
    this.early.set(notice.version, notice);
    if (this.current) this.publishNext();
    return this.hasEarlyNotices ? 'early' : 'published';
  }

  /** Changes that the tables hold after the state that was current when they were read. */
  apply({ newestOpenTime, committedAt, candles, ...changes }: CandleChanges): void {
    const known = this.current;
    if (!known || changes.version <= known.version) return;
    // The newest one is read again whether it has changed or not.
    const changed = candles?.filter((candle) => !isSame(candle, known.newest));
    this.advance({ ...changes, candles: changed, after: { newestOpenTime, committedAt } });
    this.publishNext();
  }

  /** The series was replaced by another one of its name: what is stored now counts, from its first candle on. */
  replace(latest: LatestCandle): void {
    const { newestOpenTime, committedAt } = this.current!;
    this.early.clear();
    this.current = latest;
    const { version, newest } = latest;
    const before = { newestOpenTime, committedAt };
    this.publish({ name: this.name, version, isReplacement: true, newest, before, after: latest, from: 0 });
  }

  /** Publishes the early notices that follow the state without a hole. */
  private publishNext(): void {
    for (const version of this.early.keys()) {
      if (version <= this.current!.version) this.early.delete(version);
    }
    for (;;) {
      const known = this.current!;
      const notice = this.early.get(known.version + 1);
      if (!notice) return;
      this.early.delete(notice.version);
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

function isSame(candle: PublishedCandle, published: PublishedCandle | undefined): boolean {
  const facts = ({ openTime, open, high, low, close, volume, isClosed }: PublishedCandle) =>
    [openTime, open, high, low, close, volume, isClosed].join();
  return published !== undefined && facts(candle) === facts(published);
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
