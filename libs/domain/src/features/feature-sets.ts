import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { recordEvents } from '../events/record-events';
import { basisParameters, isOutOfDate } from '../market-data/reading/candle-basis';
import type { SeriesName } from '../market-data/series/series-name';
import { FeatureSet } from './feature-set.entity';

/** Whether a set is out of date: computed by an older definition ($1), or of what its candles were. */
const IS_STALE = `(feature_set.feature_version < $1 or ${isOutOfDate('feature_set', 'source', 2)})`;

const SETS = 'feature_sets feature_set join series source on source.id = feature_set.source_series_id';

/** A set of an earlier state does not replace one of a later. */
const STORE = `
  insert into feature_sets (exchange, symbol, interval, as_of, feature_version, features, warmup_bars, warmup_needed,
    source_series_id, source_version, window_start, window_end, newest_open_time, newest_candle, next_open_time, calendar, computed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, now())
  on conflict (exchange, symbol, interval) do update set
    (as_of, feature_version, features, warmup_bars, warmup_needed, source_series_id, source_version, window_start,
     window_end, newest_open_time, newest_candle, next_open_time, calendar, computed_at)
    = (excluded.as_of, excluded.feature_version, excluded.features, excluded.warmup_bars, excluded.warmup_needed,
       excluded.source_series_id, excluded.source_version, excluded.window_start, excluded.window_end,
       excluded.newest_open_time, excluded.newest_candle, excluded.next_open_time,
       excluded.calendar, excluded.computed_at)
  where feature_sets.feature_version <= excluded.feature_version
    and (feature_sets.source_series_id <> excluded.source_series_id
      or feature_sets.source_version <= excluded.source_version)
  returning computed_at as "computedAt"`;

export type ComputedFeatureSet = Omit<FeatureSet, 'computedAt'>;

export type ServedFeatureSet = Pick<
  FeatureSet,
  'asOf' | 'featureVersion' | 'features' | 'warmupBars' | 'warmupNeeded' | 'computedAt'
> & { readonly isStale: boolean };

/** The latest features of each series. */
@Injectable()
export class FeatureSets {
  constructor(private readonly dataSource: DataSource) {}

  /** With whether it is out of date for who knows this version of the features. */
  async find(
    { exchange, symbol, interval }: SeriesName,
    featureVersion: number,
  ): Promise<ServedFeatureSet | undefined> {
    const rows = await this.dataSource.query<ServedFeatureSet[]>(
      `select as_of as "asOf", feature_version as "featureVersion", features, warmup_bars as "warmupBars",
              warmup_needed as "warmupNeeded", computed_at as "computedAt", ${IS_STALE} as "isStale"
       from ${SETS}
       where feature_set.exchange = $5 and feature_set.symbol = $6 and feature_set.interval = $7`,
      [featureVersion, ...basisParameters(), exchange, symbol, interval],
    );
    return rows.at(0);
  }

  /** All that are out of date, those that were computed longest ago first. Sets of a later version are their own workers'. */
  findStale(featureVersion: number): Promise<SeriesName[]> {
    return this.dataSource.query(
      `select feature_set.exchange, feature_set.symbol, feature_set.interval from ${SETS}
       where feature_set.feature_version <= $1 and ${IS_STALE}
       order by feature_set.computed_at`,
      [featureVersion, ...basisParameters()],
    );
  }

  /** Does nothing where a set of a later state is there. */
  async store(set: ComputedFeatureSet): Promise<void> {
    const { exchange, symbol, interval, asOf, featureVersion, features, warmupBars, warmupNeeded } = set;
    const { sourceSeriesId, sourceVersion, windowStart, windowEnd, nextOpenTime } = set;
    const values = [
      exchange,
      symbol,
      interval,
      asOf,
      featureVersion,
      JSON.stringify(features),
      warmupBars,
      warmupNeeded,
      sourceSeriesId,
      sourceVersion,
      windowStart,
      windowEnd,
      set.newestOpenTime,
      set.newestCandle,
      nextOpenTime,
      set.calendar,
    ];
    await this.dataSource.transaction(async (manager) => {
      const stored = await manager.query<{ computedAt: Date }[]>(STORE, values);
      for (const { computedAt } of stored) {
        await recordEvents(this.dataSource, manager, 'features.computed', [
          {
            exchange,
            symbol,
            interval: interval as Interval,
            as_of: formatDateTime(asOf.getTime()),
            feature_version: featureVersion,
            computed_at: formatDateTime(computedAt.getTime()),
          },
        ]);
      }
    });
  }

  /** For a series whose candles are deleted. */
  async delete({ exchange, symbol, interval }: SeriesName): Promise<void> {
    await this.dataSource.manager.delete(FeatureSet, { exchange, symbol, interval });
  }
}
