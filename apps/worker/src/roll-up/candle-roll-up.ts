import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exclusively } from '#domain/postgres/exclusively';
import type { Series } from '#domain/market-data/series/series.entity';
import { seriesKey } from '#domain/market-data/series/series-name';
import type { FailingTarget } from '#domain/roll-ups/roll-up-problems';
import { type RollUpProgress, RollUps } from '#domain/roll-ups/roll-ups';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import type { TimeSpan } from '#engine/market/split-ranges';
import { type EdgeOptions, type RetainedEdge, retainedEdge, unfollowedCandles } from './retained-edge';
import { RollUpOutcomes } from './roll-up-outcomes';
import { RolledSources } from './rolled-sources';
import { RolledWindow } from './rolled-window';

const SOURCE_INTERVAL = '1m' satisfies Interval;
const TARGETS = INTERVALS.filter((interval) => interval !== SOURCE_INTERVAL);
/** A multiple of every interval, so that windows that begin where a candle does also end there. */
const WINDOW_MILLISECONDS = 14 * DAY_MILLISECONDS;

type Edge = EdgeOptions & RetainedEdge;

/** A series as all its longer intervals of one pass see it. */
interface Pass {
  readonly source: Series;
  readonly news: () => ReturnType<RollUps['newsOf']>;
  /** Where its first candles were deleted; read when it is needed. */
  readonly edge: () => Promise<Edge>;
  readonly ending: AbortSignal;
}

/**
 * Keeps longer candles of chosen 1m series. It goes on from where it was, and once more over what changed since before that
 * time, and writes complete candles alone: one that lacks a minute waits until the minute comes in, or is known not to have
 * been traded. A longer series that cannot be rolled up keeps no other from it and is tried again after growing pauses.
 */
@Injectable()
export class CandleRollUp {
  /** What was last read, by series and longer interval. */
  private readonly seen = new Map<string, string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly rollUps: RollUps,
    private readonly window: RolledWindow,
    private readonly outcomes: RollUpOutcomes,
    private readonly sources: RolledSources,
  ) {}

  async roll(stop: AbortSignal): Promise<void> {
    if (!this.sources.areChosen) return;
    await exclusively(this.dataSource, 'roll candles up', (ending) => this.rollAll(ending), { stop });
    await this.outcomes.countFailing();
  }

  /** By exchange and symbol, the shortest interval first. */
  private async rollAll(ending: AbortSignal): Promise<void> {
    const sources = await this.sources.list(SOURCE_INTERVAL);
    const failures = await this.outcomes.failuresOf(sources);
    for (const source of sources) {
      await this.rollSource(
        source,
        failures.filter(({ sourceSeriesId }) => sourceSeriesId === source.id),
        ending,
      );
    }
  }

  private async rollSource(
    source: Series,
    failures: readonly FailingTarget[],
    ending: AbortSignal,
  ): Promise<void> {
    const news = once(() => this.rollUps.newsOf(source));
    const edge = once(() => this.edgeOf(source));
    for (const interval of TARGETS) {
      if (ending.aborted) return;
      const failure = failures.find((one) => one.interval === interval);
      if (failure && !failure.isDue) continue;
      await this.rollTarget(interval, failure, { source, news, edge, ending });
    }
  }

  private async rollTarget(
    interval: Interval,
    failure: FailingTarget | undefined,
    pass: Pass,
  ): Promise<void> {
    const { source, ending } = pass;
    const { id, exchange, symbol } = source;
    const key = `${id} ${seriesKey({ exchange, symbol, interval })}`;
    try {
      const { news } = await pass.news();
      if (!failure && this.seen.get(key) === news) return;
      await this.rollInto(interval, pass);
      if (ending.aborted) return;
      this.seen.set(key, news);
      if (failure) await this.outcomes.worksAgain(source, interval);
    } catch (error) {
      if (!ending.aborted) await this.outcomes.failed(source, interval, failure?.failures ?? 0, error);
    }
  }

  private async rollInto(interval: Interval, { source, news, edge, ending }: Pass): Promise<void> {
    const rolledAt = new Date();
    const progress = await this.rollUps.progressOf(source, interval);
    if (!progress || source.firstOpenTime === null) return;
    const length = intervalSeconds(interval) * 1000;
    const beginOf = (time: number) => Math.floor(time / length) * length;
    const first = beginOf(source.firstOpenTime.getTime());
    const rolledTo = progress.rolledTo?.getTime() ?? first;
    const windows = async (from: number, to: number, done: (to: number) => Promise<void>) => {
      for (let next = Math.max(first, from); next < to && !ending.aborted; next += WINDOW_MILLISECONDS) {
        const end = Math.min(to, next + WINDOW_MILLISECONDS);
        await this.window.roll(source, progress, { from: next, to: end });
        await done(end);
      }
    };
    const changes = await this.rollUps.changedSince(progress, source);
    if (changes.length > 0) {
      const retained = await edge();
      const followedFrom = Math.ceil(retained.frozenBefore / length) * length;
      for (const changed of changes) {
        if (ending.aborted) return;
        const end = Math.min(rolledTo, beginOf(changed.last) + length);
        await windows(Math.max(beginOf(changed.first), followedFrom), end, () => Promise.resolve());
      }
      await this.followAtEdge(source, progress, changes, retained);
    }
    // The last one again: its last minute may have been corrected while it was the newest, which is not noted as late.
    const { closedTo = 0 } = await news();
    await windows(rolledTo - length, beginOf(closedTo), (end) => this.rollUps.advance(progress, end));
    if (!ending.aborted) await this.rollUps.followed(progress, source, rolledAt);
  }

  private async edgeOf(source: Series): Promise<Edge> {
    const { interval, calendar } = source;
    const firstOpenTime = source.firstOpenTime!.getTime();
    const from = Math.floor(firstOpenTime / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const stored = await this.rollUps.storedIn(source, { from, to: from + DAY_MILLISECONDS });
    const options = { firstOpenTime, interval, calendar, stored };
    return { ...options, ...retainedEdge(options) };
  }

  /** Rolls up the longer candle that lost its first minutes from candles that have them, and reports what cannot be followed. */
  private async followAtEdge(
    source: Series,
    progress: RollUpProgress,
    changes: readonly TimeSpan[],
    edge: Edge,
  ): Promise<void> {
    const { interval } = progress;
    const { frozenBefore, firstOpenTime } = edge;
    const cut = edge.cut.get(interval);
    const followedFrom = Math.max(frozenBefore, firstOpenTime);
    const cutEnd = cut ? cut.openTime + intervalSeconds(interval) * 1000 : -Infinity;
    if (cut && changes.some(({ first, last }) => last >= followedFrom && first < cutEnd)) {
      const base = await this.rollUps.progressOf(source, cut.base);
      if (!base || !(await this.isUpToDate(base, source))) {
        throw new Error(
          `At ${formatDateTime(cut.openTime)} it is made of ${cut.base} candles, which are not up to date`,
        );
      }
      await this.window.rollFrom(source, base, progress, cut.openTime);
    }
    const unfollowed = unfollowedCandles(edge, edge, { longer: interval, changes });
    if (unfollowed.length === 0) return;
    const reason =
      `Changes of ${source.interval} candles before ${formatDateTime(frozenBefore)} are not followed: older ones were deleted for ` +
      'their age, and not every longer candle can be rolled up without them';
    const skipped = unfollowed.map((openTime) => ({ openTime, cause: 'base_deleted', reason }) as const);
    await this.outcomes.noteSkips(source, interval, { skipped, rolled: [] });
  }

  private async isUpToDate(progress: RollUpProgress, source: Series): Promise<boolean> {
    if (progress.sourceVersion >= source.version) return true;
    return (await this.rollUps.changedSince(progress, source)).length === 0;
  }
}

/** The same answer for all callers, made for the first of them. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
