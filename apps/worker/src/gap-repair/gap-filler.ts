import { Inject, Injectable } from '@nestjs/common';
import type { QuarantinedInGap } from '#domain/gaps/quarantined-in-gaps';
import { CERTAIN_ATTEMPTS, type Gap, SeriesGaps } from '#domain/gaps/series-gaps';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { keptSince } from '#domain/market-data/series/kept-candles';
import type { Series } from '#domain/market-data/series/series.entity';
import type { MissingRange } from '#engine/market/describe-gaps';
import type { TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import type { TimeSpan } from '#engine/market/split-ranges';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import type { SourceSweep } from './source-sweep';

/** Candles of a complete series in the range that is repaired at a time. */
export const WINDOW_CANDLES = 20_000;
/** A window can hold more than its intervals when candles lie off the grid. */
const LIMITS = { gapLimit: WINDOW_CANDLES, candleLimit: 5 * WINDOW_CANDLES };

/** Counts of candles. */
export interface FilledWindow {
  readonly requested: number;
  readonly repaired: number;
  readonly noTrades: number;
  readonly stillMissing: number;
  /** Of those still missing. */
  readonly quarantined: number;
  readonly emptyOnce: number;
}

const NOTHING: FilledWindow = {
  requested: 0,
  repaired: 0,
  noTrades: 0,
  stillMissing: 0,
  quarantined: 0,
  emptyOnce: 0,
};

/** Fills a window of closed candles of a series from its source; what is stored already is left as it is. */
@Injectable()
export class GapFiller {
  constructor(
    private readonly gaps: SeriesGaps,
    private readonly ingest: CandleIngest,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Requests once what may still come; with `recheck` also what is certain not to have been traded. What is older than it is
   * kept is not requested.
   */
  async fill(
    series: Series,
    whole: TimeRange,
    sweep: SourceSweep,
    { recheck }: { readonly recheck: boolean },
  ): Promise<FilledWindow> {
    const { retentionDays } = this.environment;
    const window = {
      from: Math.max(whole.from, keptSince(retentionDays, series.interval, Date.now())),
      to: whole.to,
    };
    if (window.from >= window.to) return NOTHING;
    const intervalMilliseconds = intervalSeconds(series.interval) * 1000;
    const isWanted = (gap: Gap) => recheck || isUncertain(gap);
    const before = await this.gaps.describe(series, window, LIMITS);
    const requested = countMissing(before.gaps.filter(isWanted));
    const certainBefore = before.missing - requested;
    const heldBefore = await this.quarantinedIn(series, before.gaps);
    const runs = wantedRuns(before.gaps, intervalMilliseconds, isWanted);
    const { inserted, ...answer } = await this.request(series, runs, sweep);
    // What was reported beyond the window has not been stored: the next window requests it again.
    const lastInside = window.to - intervalMilliseconds;
    if (sweep.reported && sweep.reported.last > lastInside)
      sweep.reported = { ...sweep.reported, last: lastInside };

    if (requested > 0) await this.gaps.noteAttempt(series, window, answer, LIMITS);
    const { missing, gaps } = await this.gaps.describe(series, window, LIMITS);
    const held = await this.quarantinedIn(series, gaps);
    const heldIds = new Set(held.map(({ id }) => id));
    await this.gaps.closeQuarantined(heldBefore.filter(({ id }) => !heldIds.has(id)));
    const uncertain = gaps.filter(isUncertain);
    const stillMissing = countMissing(uncertain);
    const heldIntervals = countIntervals(held, intervalMilliseconds);
    return {
      requested,
      repaired: inserted,
      stillMissing,
      noTrades: Math.max(0, missing - stillMissing - certainBefore),
      quarantined: heldIntervals(isUncertain),
      emptyOnce:
        countMissing(uncertain.filter(wasEmpty)) - heldIntervals((gap) => isUncertain(gap) && wasEmpty(gap)),
    };
  }

  private quarantinedIn(series: Series, gaps: readonly Gap[]) {
    return this.gaps.quarantinedIn(series, gaps, LIMITS.candleLimit);
  }

  private async request(
    series: Series,
    runs: readonly MissingRange[],
    sweep: SourceSweep,
  ): Promise<{ inserted: number; reported: readonly TimeSpan[]; refused: readonly number[] }> {
    const { exchange, symbol, interval } = series;
    const reported: TimeSpan[] = [];
    const refused: number[] = [];
    let inserted = 0;
    for await (const page of sweep.pages(runs)) {
      const candles = missingOf(page.candles, runs, intervalSeconds(interval) * 1000).map(
        ({ openTime, ...prices }) => ({ openTime: new Date(openTime), ...prices, isClosed: true }),
      );
      const { written, quarantined } = await this.ingest.ingestFromSource(
        [{ name: { exchange, symbol, interval }, candles }],
        'backfill',
      );
      for (const write of written) inserted += write.inserted;
      // Those of them that are stored are missing nowhere.
      if (quarantined > 0) refused.push(...candles.map(({ openTime }) => openTime.getTime()));
      // A stretch that goes on replaces what it was before.
      if (reported.at(-1)?.first === page.reported.first) reported.pop();
      reported.push(page.reported);
    }
    return { inserted, reported, refused };
  }
}

const isUncertain = ({ attempts }: Gap) => attempts < CERTAIN_ATTEMPTS;
const wasEmpty = ({ attempts }: Gap) => attempts > 0;

function countMissing(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { missing }) => sum + missing, 0);
}

/** How many intervals of some gaps have a candle in quarantine. */
function countIntervals(held: readonly QuarantinedInGap<Gap>[], intervalMilliseconds: number) {
  return (isWanted: (gap: Gap) => boolean): number => {
    const intervals = held
      .filter(({ gap }) => isWanted(gap))
      .map(
        ({ openTime, gap }) => openTime.getTime() - ((openTime.getTime() - gap.first) % intervalMilliseconds),
      );
    return new Set(intervals).size;
  };
}

/** Parts that follow each other without a candle between them are requested as one, if any of them is wanted. */
function wantedRuns(
  gaps: readonly Gap[],
  intervalMilliseconds: number,
  isWanted: (gap: Gap) => boolean,
): MissingRange[] {
  const runs: { first: number; last: number; missing: number; wanted: boolean }[] = [];
  for (const gap of gaps) {
    const previous = runs.at(-1);
    if (previous && gap.first === previous.last + intervalMilliseconds) {
      previous.last = gap.last;
      previous.missing += gap.missing;
      previous.wanted ||= isWanted(gap);
    } else runs.push({ ...gap, wanted: isWanted(gap) });
  }
  return runs.filter(({ wanted }) => wanted);
}

/** Those of a page, ascending, that are missing. */
function missingOf(
  candles: readonly SourceCandle[],
  runs: readonly MissingRange[],
  intervalMilliseconds: number,
): SourceCandle[] {
  let index = 0;
  return candles.filter(({ openTime }) => {
    while (index < runs.length && runs[index].last < openTime) index++;
    const run = runs.at(index);
    return run && openTime >= run.first && (openTime - run.first) % intervalMilliseconds === 0;
  });
}
