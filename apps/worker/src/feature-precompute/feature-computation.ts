import { Injectable } from '@nestjs/common';
import { type ComputedFeatureSet, FeatureSets } from '#domain/features/feature-sets';
import { BarReader } from '#domain/market-data/reading/bar-reader';
import { candleBasis } from '#domain/market-data/reading/candle-basis';
import { CandleColumnsLoader, type NewestCandle } from '#domain/market-data/reading/candle-columns.loader';
import type { IntervalSeries } from '#domain/market-data/series/interval-candles';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { FEATURE_VERSION, FEATURE_WARMUP_BARS, FEATURES } from '#engine/features/feature-set';
import type { CandleColumns } from '#engine/market/candle-columns';
import { ThreadPool } from '../thread-pool';

/** Computes the features of a series at its newest closed candle, and keeps them. */
@Injectable()
export class FeatureComputation {
  constructor(
    private readonly series: SeriesRepository,
    private readonly bars: BarReader,
    private readonly loader: CandleColumnsLoader,
    private readonly sets: FeatureSets,
    private readonly threads: ThreadPool,
  ) {}

  /** False where no candle of the series has closed: what is kept stays as it is then, and out of date. */
  async compute(name: SeriesName, signal: AbortSignal): Promise<boolean> {
    // The series' version is read before its candles: what changes between makes the set out of date, and is not missed.
    const source = await this.series.findForInterval(name);
    const set = source && (await this.setOf(source, signal));
    if (set) await this.sets.store(set);
    else if (!source) await this.sets.delete(name);
    return Boolean(set);
  }

  private async setOf(source: IntervalSeries, signal: AbortSignal): Promise<ComputedFeatureSet | undefined> {
    const newest = await this.loader.newestClosed(source.series);
    if (!newest) return undefined;
    const time = newest.openTime.getTime();
    const candles = await this.bars.newest(source, time, FEATURE_WARMUP_BARS + 1, signal);
    if (candles.length === 0) return undefined;
    const values = await this.threads.run('runFeatureTask', candles, signal);
    return { ...describe(source, candles, newest), features: named(values) };
  }
}

/** What the features are of, and what would make them out of date. */
function describe(
  source: IntervalSeries,
  { openTime, length }: CandleColumns,
  newest: NewestCandle,
): Omit<ComputedFeatureSet, 'features'> {
  const { series, interval } = source;
  const asOf = openTime[length - 1];
  const warmupBars = length - 1;
  const from = warmupBars < FEATURE_WARMUP_BARS ? null : openTime[0];
  return {
    exchange: series.exchange,
    symbol: series.symbol,
    interval,
    asOf: new Date(asOf),
    featureVersion: FEATURE_VERSION,
    warmupBars,
    warmupNeeded: FEATURE_WARMUP_BARS,
    ...candleBasis(source, newest, { from, last: asOf }),
  };
}

function named(values: Float64Array): Record<string, number | null> {
  return Object.fromEntries(
    FEATURES.map(({ name }, index) => [name, Number.isFinite(values[index]) ? values[index] : null]),
  );
}
