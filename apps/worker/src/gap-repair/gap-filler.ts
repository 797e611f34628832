import { Inject, Injectable } from '@nestjs/common';
import { CERTAIN_ATTEMPTS, type Gap, SeriesGaps } from '#domain/gaps/series-gaps';
import { CandleIngest } from '#domain/market-data/candle-ingest';
import { keptSince } from '#domain/market-data/kept-candles';
import type { Series } from '#domain/market-data/series.entity';
import type { MissingRange } from '#engine/market/describe-gaps';
import type { TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import type { TimeSpan } from '#engine/market/split-ranges';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { cutSpans } from './cut-spans';
import type { SourceSweep } from './source-sweep';

/** Candles of a complete series in the range that is repaired at a time. */
export const WINDOW_CANDLES = 20_000;
/** A window can hold more than its intervals when candles lie off the grid. */
const LIMITS = { gapLimit: WINDOW_CANDLES, candleLimit: 5 * WINDOW_CANDLES };

export interface FilledWindow {
  readonly asked: number;
  readonly repaired: number;
  readonly noTrades: number;
  readonly stillMissing: number;
}

/** Fills a window of closed candles of a series from its source; what is stored already is left as it is. */
@Injectable()
export class GapFiller {
  constructor(
    private readonly gaps: SeriesGaps,
    private readonly ingest: CandleIngest,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Asks up to twice: what the source does not have the second time either counts as not traded. What is older than it is kept
   * is not asked for.
   */
  async fill(series: Series, whole: TimeRange, sweep: SourceSweep): Promise<FilledWindow> {
    const { retentionDays } = this.environment;
    const window = {
      from: Math.max(whole.from, keptSince(retentionDays, series.interval, Date.now())),
      to: whole.to,
    };
    if (window.from >= window.to) return { asked: 0, repaired: 0, noTrades: 0, stillMissing: 0 };
    let repaired = 0;
    let { missing, gaps } = await this.gaps.describe(series, window, LIMITS);
    const asked = countUncertain(gaps);
    const certainBefore = missing - asked;
    const toldBefore = sweep.told;
    for (let attempt = 0; attempt < CERTAIN_ATTEMPTS && countUncertain(gaps) > 0; attempt++) {
      sweep.told = toldBefore;
      const runs = uncertainRuns(gaps, intervalSeconds(series.interval) * 1000);
      const { inserted, told } = await this.ask(series, runs, sweep);
      repaired += inserted;
      await this.gaps.noteAsked(series, window, told, LIMITS.candleLimit);
      ({ missing, gaps } = await this.gaps.describe(series, window, LIMITS));
    }
    // What was told beyond the window has not been stored: the next window asks for it again.
    const lastInside = window.to - intervalSeconds(series.interval) * 1000;
    if (sweep.told && sweep.told.last > lastInside) sweep.told = { ...sweep.told, last: lastInside };
    const stillMissing = countUncertain(gaps);
    const noTrades = Math.max(0, missing - stillMissing - certainBefore);
    return { asked, repaired, noTrades, stillMissing };
  }

  private async ask(
    series: Series,
    runs: readonly MissingRange[],
    sweep: SourceSweep,
  ): Promise<{ inserted: number; told: readonly TimeSpan[] }> {
    const { exchange, symbol, interval } = series;
    const told: TimeSpan[] = [];
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
      if (quarantined > 0) refused.push(...candles.map(({ openTime }) => openTime.getTime()));
      // A stretch that goes on replaces what it was before.
      if (told.at(-1)?.first === page.told.first) told.pop();
      told.push(page.told);
    }
    // A candle that the source had and that waits in quarantine is missing, not untraded.
    return { inserted, told: cutSpans(told, refused) };
  }
}

const isUncertain = ({ attempts }: Gap) => attempts < CERTAIN_ATTEMPTS;

function countUncertain(gaps: readonly Gap[]): number {
  return gaps.filter(isUncertain).reduce((sum, { missing }) => sum + missing, 0);
}

/** Parts that follow each other without a candle between them are asked for as one, if any of them is uncertain. */
function uncertainRuns(gaps: readonly Gap[], intervalMilliseconds: number): MissingRange[] {
  const runs: { first: number; last: number; missing: number; uncertain: boolean }[] = [];
  for (const gap of gaps) {
    const previous = runs.at(-1);
    if (previous && gap.first === previous.last + intervalMilliseconds) {
      previous.last = gap.last;
      previous.missing += gap.missing;
      previous.uncertain ||= isUncertain(gap);
    } else runs.push({ ...gap, uncertain: isUncertain(gap) });
  }
  return runs.filter(({ uncertain }) => uncertain);
}

/** Those of a page, ascending, that stand in the place of a missing one. */
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
