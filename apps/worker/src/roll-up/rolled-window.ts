import { Inject, Injectable } from '@nestjs/common';
import { CERTAIN_ATTEMPTS, SeriesGaps } from '#domain/gaps/series-gaps';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { keptSince } from '#domain/market-data/series/kept-candles';
import type { Series } from '#domain/market-data/series/series.entity';
import { type RollUpProgress, RollUps } from '#domain/roll-ups/roll-ups';
import { type AggregatedCandle, aggregateCandles } from '#engine/market/aggregate-candles';
import { bucketOf } from '#engine/market/candle-buckets';
import type { TimeRange } from '#engine/market/expected-candles';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import { validateCandlePrices } from '#engine/market/validate-candle';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { RollUpOutcomes } from './roll-up-outcomes';

const MOST_CANDLES = 100_000;
/** What is about to be deleted is not written: it could be refused. */
const MINUTE_MILLISECONDS = 60_000;

/** Puts the candles of a window together and writes those that are complete. */
@Injectable()
export class RolledWindow {
  constructor(
    private readonly rollUps: RollUps,
    private readonly gaps: SeriesGaps,
    private readonly ingest: CandleIngest,
    private readonly outcomes: RollUpOutcomes,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The window begins and ends where candles of the longer interval do. */
  async roll(source: Series, progress: RollUpProgress, window: TimeRange): Promise<void> {
    const aggregation = {
      fromSeconds: intervalSeconds(source.interval),
      toSeconds: intervalSeconds(progress.interval),
      calendar: source.calendar,
    };
    const { gaps } = await this.gaps.describe(source, window, {
      gapLimit: MOST_CANDLES,
      candleLimit: MOST_CANDLES,
    });
    const { closed, open } = await this.rollUps.candles(source, window);
    const incomplete = new Set(open.map((time) => bucketOf(time, aggregation)));
    for (const { first, last, attempts } of gaps) {
      if (attempts >= CERTAIN_ATTEMPTS) continue;
      const step = aggregation.toSeconds * 1000;
      for (let bucket = bucketOf(first, aggregation); bucket <= last; bucket += step) incomplete.add(bucket);
    }
    const candles = aggregateCandles(closed, aggregation);
    await this.write(
      source,
      progress,
      candles.filter(({ openTime }) => !incomplete.has(openTime)),
    );
  }

  /** Rolls up one candle from the rolled-up ones of a shorter interval, which are all stored. */
  async rollFrom(
    source: Series,
    base: RollUpProgress,
    progress: RollUpProgress,
    openTime: number,
  ): Promise<void> {
    const toSeconds = intervalSeconds(progress.interval);
    const window = { from: openTime, to: openTime + toSeconds * 1000 };
    const { closed } = await this.rollUps.candles({ ...base, id: base.seriesId! }, window);
    const fromSeconds = intervalSeconds(base.interval);
    await this.write(
      source,
      progress,
      aggregateCandles(closed, { fromSeconds, toSeconds, calendar: source.calendar }),
    );
  }

  private async write(
    source: Series,
    progress: RollUpProgress,
    candles: readonly AggregatedCandle[],
  ): Promise<void> {
    const { exchange, symbol, interval } = progress;
    const since = keptSince(this.environment.retentionDays, interval, Date.now()) + MINUTE_MILLISECONDS;
    const kept = candles.filter(({ openTime }) => openTime >= since);
    if (kept.length === 0) return;
    const checked = kept.map((candle) => ({ candle, problem: problemOf(candle, source.interval) }));
    const sound = checked.filter(({ problem }) => problem === undefined).map(({ candle }) => candle);
    if (sound.length > 0) {
      const isNew = progress.seriesId === undefined;
      await this.rollUps.claim(progress);
      try {
        // What is aggregated from minutes that were let in is no spike.
        const { refused } = await this.ingest.ingest({ exchange, symbol, interval }, sound.map(toWrite), {
          allowOutliers: true,
        });
        if (refused.length > 0) throw new Error(`Rolled candles were refused: ${JSON.stringify(refused[0])}`);
      } catch (error) {
        if (isNew) await this.rollUps.abandon(progress);
        throw error;
      }
    }
    await this.outcomes.noteSkips(source, interval, {
      rolled: sound.map(({ openTime }) => openTime),
      skipped: checked.flatMap(({ candle: { openTime }, problem }) =>
        problem ? [{ openTime, cause: 'out_of_domain', reason: problem } as const] : [],
      ),
    });
  }
}

/** Sums can leave the numbers that a candle can have. */
function problemOf(candle: AggregatedCandle, interval: Interval): string | undefined {
  const problems = validateCandlePrices(candle);
  if (problems.length === 0) return undefined;
  const named = problems.map(
    ({ field, message }) => `${field} ${candle[field as keyof typeof candle]} ${message}`,
  );
  return `Of its ${candle.candles} candles of ${interval}: ${named.join('; ')}`;
}

function toWrite({ openTime, open, high, low, close, volume }: AggregatedCandle) {
  return { openTime: new Date(openTime), open, high, low, close, volume, isClosed: true };
}
