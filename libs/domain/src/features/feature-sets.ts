import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { INTERVALS, intervalSeconds } from '#engine/market/interval';
import { closedBefore, hasClosed } from '../market-data/closed-candles';
import { LATE_WRITES_KEPT_DAYS } from '../market-data/late-write.entity';
import type { Series } from '../market-data/series.entity';
import type { SeriesName } from '../market-data/series.repository';
import { FeatureSet } from './feature-set.entity';

/** The digits of a candle as they are stored. */
const CANDLE_TEXT = `concat_ws(' ', open::text, high::text, low::text, close::text, volume::text)`;

/** Of the interval of a row, one of $2. */
const secondsOf = (row: string) => `($4::integer[])[array_position($2::text[], ${row}.interval)]`;
const closedBeforeOf = (row: string) => `($3::timestamptz[])[array_position($2::text[], ${row}.interval)]`;

/**
 * Whether a set is out of date: computed by an older definition ($1), of another series than SeriesRepository would take now,
 * by another calendar, before another candle closed, or from candles that have changed since. What is behind
 * the newest candle is noted as a late write; the newest one is compared itself. A series whose version stands has changed
 * nothing.
 */
const IS_STALE = `
  (feature_set.feature_version < $1
    or (source.interval <> feature_set.interval and feature_set.calendar is distinct from source.calendar)
    or (source.interval <> feature_set.interval and exists (select from series longer
      where longer.exchange = feature_set.exchange and longer.symbol = feature_set.symbol and longer.candle_count > 0
        and ${secondsOf('longer')} > ${secondsOf('source')}
        and ${secondsOf('feature_set')} % ${secondsOf('longer')} = 0
        and longer.first_open_time < ${closedBeforeOf('longer')}))
    or (source.last_open_time >= feature_set.next_open_time and exists (select from candlesticks
      where series_id = source.id and open_time >= feature_set.next_open_time
        and ${hasClosed(closedBeforeOf('source'))}))
    or (source.version <> feature_set.source_version and (
      feature_set.computed_at < now() - make_interval(days => ${LATE_WRITES_KEPT_DAYS - 1})
      or exists (select from late_writes
        where series_id = source.id and version > feature_set.source_version
          and first_open_time < feature_set.window_end
          and last_open_time >= coalesce(feature_set.window_start, '-infinity'))
      or (feature_set.newest_open_time is not null and not exists (select from candlesticks
        where series_id = source.id and open_time = feature_set.newest_open_time
          and ${CANDLE_TEXT} = feature_set.newest_candle)))))`;

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
      or feature_sets.source_version <= excluded.source_version)`;

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
      [...stateOf(featureVersion), exchange, symbol, interval],
    );
    return rows.at(0);
  }

  /** All that are out of date, those that were computed longest ago first. Sets of a later version are their own workers'. */
  findStale(featureVersion: number): Promise<SeriesName[]> {
    return this.dataSource.query(
      `select feature_set.exchange, feature_set.symbol, feature_set.interval from ${SETS}
       where feature_set.feature_version <= $1 and ${IS_STALE}
       order by feature_set.computed_at`,
      stateOf(featureVersion),
    );
  }

  /** The newest closed candle of a series, with its digits. */
  async newestClosed({
    id,
    interval,
  }: Pick<Series, 'id' | 'interval'>): Promise<{ openTime: Date; text: string } | undefined> {
    const rows = await this.dataSource.query<{ openTime: Date; text: string }[]>(
      `select open_time as "openTime", ${CANDLE_TEXT} as text from candlesticks
       where series_id = $1 and ${hasClosed('$2')} order by open_time desc limit 1`,
      [id, closedBefore(interval)],
    );
    return rows.at(0);
  }

  /** Does nothing where a set of a later state is there. */
  async store(set: ComputedFeatureSet): Promise<void> {
    const { exchange, symbol, interval, asOf, featureVersion, features, warmupBars, warmupNeeded } = set;
    const { sourceSeriesId, sourceVersion, windowStart, windowEnd, nextOpenTime } = set;
    await this.dataSource.query(STORE, [
      ...[exchange, symbol, interval, asOf, featureVersion, JSON.stringify(features), warmupBars],
      ...[warmupNeeded, sourceSeriesId, sourceVersion, windowStart, windowEnd],
      ...[set.newestOpenTime, set.newestCandle, nextOpenTime, set.calendar],
    ]);
  }

  /** For a series whose candles are gone. */
  async delete({ exchange, symbol, interval }: SeriesName): Promise<void> {
    await this.dataSource.manager.delete(FeatureSet, { exchange, symbol, interval });
  }
}

/** The first parameters of what asks whether sets are out of date. */
function stateOf(featureVersion: number): unknown[] {
  return [
    featureVersion,
    INTERVALS,
    INTERVALS.map((interval) => closedBefore(interval)),
    INTERVALS.map(intervalSeconds),
  ];
}
