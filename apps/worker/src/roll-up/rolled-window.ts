import { Injectable } from '@nestjs/common';
import { CERTAIN_ATTEMPTS, SeriesGaps } from '#domain/gaps/series-gaps';
import { CandleIngest } from '#domain/market-data/candle-ingest';
import type { Series } from '#domain/market-data/series.entity';
import { type RollUpProgress, RollUps } from '#domain/roll-ups/roll-ups';
import { aggregateCandles } from '#engine/market/aggregate-candles';
import { bucketOf } from '#engine/market/candle-buckets';
import type { TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';

const MOST_CANDLES = 100_000;

/** Puts the candles of a window together and writes those that are complete. */
@Injectable()
export class RolledWindow {
  constructor(
    private readonly rollUps: RollUps,
    private readonly gaps: SeriesGaps,
    private readonly ingest: CandleIngest,
  ) {}

  /** The window begins and ends where candles of the longer interval do. */
  async roll(source: Series, progress: RollUpProgress, window: TimeRange): Promise<void> {
    const { exchange, symbol, calendar } = source;
    const { interval } = progress;
    const aggregation = {
      ...{ fromSeconds: intervalSeconds(source.interval), toSeconds: intervalSeconds(interval), calendar },
    };
    const { gaps } = await this.gaps.describe(source, window, {
      ...{ gapLimit: MOST_CANDLES, candleLimit: MOST_CANDLES },
    });
    const { closed, open } = await this.rollUps.candles(source, window.from, window.to);
    const incomplete = new Set(open.map((time) => bucketOf(time, aggregation)));
    for (const { first, last, attempts } of gaps) {
      if (attempts >= CERTAIN_ATTEMPTS) continue;
      const step = aggregation.toSeconds * 1000;
      for (let bucket = bucketOf(first, aggregation); bucket <= last; bucket += step) incomplete.add(bucket);
    }
    const candles = aggregateCandles(closed, aggregation)
      .filter(({ openTime }) => !incomplete.has(openTime))
      .map(({ openTime, open, high, low, close, volume }) => ({
        ...{ openTime: new Date(openTime), open, high, low, close, volume, isClosed: true },
      }));
    if (candles.length === 0) return;
    await this.rollUps.claim(progress);
    // What is put together of minutes that were let in is no spike.
    const name = { exchange, symbol, interval };
    const { refused } = await this.ingest.ingest(name, candles, { allowOutliers: true });
    if (refused.length > 0) throw new Error(`Rolled candles were refused: ${JSON.stringify(refused[0])}`);
  }
}
