import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TextCandle } from '#engine/market/aggregate-candles';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import type { TimeRange } from '#engine/market/expected-candles';
import type { TimeSpan } from '#engine/market/split-ranges';
import { poolOf } from '../postgres/pool';
import { closedBefore, hasClosed } from '../market-data/series/closed-candles';
import { LATE_WRITES_KEPT_DAYS } from '../market-data/series/late-write.entity';
import type { Series } from '../market-data/series/series.entity';
import { seriesKey, type SeriesName } from '../market-data/series/series-name';
import { SeriesRepository } from '../market-data/series/series.repository';
import { RollUp } from './roll-up.entity';

/** How far a series is rolled up into a longer interval; it has no id of its own until something is written to it. */
export type RollUpProgress = Omit<RollUp, 'seriesId'> & SeriesName & { seriesId?: number };

/** How far longer series are aggregated, and what there is to aggregate. */
@Injectable()
export class RollUps {
  /** Those of which nothing is written yet, by the shorter series and the interval: an empty series would be listed. */
  private readonly unclaimed = new Map<string, RollUpProgress>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly series: SeriesRepository,
  ) {}

  /** The roll-up of a series into a longer interval; undefined when candles of that interval came from elsewhere. */
  async progressOf(source: Series, interval: Interval): Promise<RollUpProgress | undefined> {
    const { exchange, symbol } = source;
    const target = await this.series.find({ exchange, symbol, interval });
    const known = target && (await this.dataSource.manager.findOneBy(RollUp, { seriesId: target.id }));
    if (known) return Object.assign(known, { exchange, symbol, interval });
    if (target && target.candleCount > 0) return undefined;
    const key = keyOf(source.id, { exchange, symbol, interval });
    const unclaimed = this.unclaimed.get(key) ?? {
      sourceSeriesId: source.id,
      sourceVersion: source.version,
      calendar: source.calendar,
      rolledTo: null,
      rolledAt: new Date(),
      exchange,
      symbol,
      interval,
    };
    this.unclaimed.set(key, unclaimed);
    return unclaimed;
  }

  /** Makes the longer series the roll-up's own, before the first candle is written to it. */
  async claim(progress: RollUpProgress): Promise<void> {
    if (progress.seriesId !== undefined) return;
    const { exchange, symbol, interval, sourceSeriesId, sourceVersion, rolledTo, rolledAt, calendar } =
      progress;
    const name = { exchange, symbol, interval };
    // Not what is remembered: this row names the series by its id alone.
    this.series.forget([name]);
    const seriesId = await this.series.idOf(name);
    const { manager } = this.dataSource;
    await manager
      .createQueryBuilder()
      .insert()
      .into(RollUp)
      .values({ seriesId, sourceSeriesId, sourceVersion, rolledTo, rolledAt, calendar })
      .orIgnore()
      .execute();
    // Somebody else may have claimed it meanwhile, and be further.
    Object.assign(progress, await manager.findOneByOrFail(RollUp, { seriesId }));
    this.unclaimed.delete(keyOf(sourceSeriesId, name));
  }

  /** Takes back `claim` where nothing could be written: an empty series would be listed. */
  async abandon(progress: RollUpProgress): Promise<void> {
    const { seriesId, sourceSeriesId, exchange, symbol, interval } = progress;
    const name = { exchange, symbol, interval };
    const [, deleted] = await this.dataSource.query<[unknown, number]>(
      `delete from series where id = $1 and exchange = $2 and symbol = $3 and interval = $4 and candle_count = 0`,
      [seriesId, exchange, symbol, interval],
    );
    if (deleted === 0) return;
    this.series.forget([name]);
    progress.seriesId = undefined;
    this.unclaimed.set(keyOf(sourceSeriesId, name), progress);
  }

  /** The open times (ms) of the candles of a range that are rolled up from a series, by interval; of claimed intervals alone. */
  async storedIn(source: Series, { from, to }: TimeRange): Promise<Map<Interval, Set<number>>> {
    const rows = await this.dataSource.query<{ interval: Interval; openTimes: number[] }[]>(
      `select interval, array(
         select (extract(epoch from open_time) * 1000)::float8 from candlesticks
         where series_id = series.id and open_time >= $2 and open_time < $3
       ) as "openTimes"
       from roll_ups join series on series.id = roll_ups.series_id where source_series_id = $1`,
      [source.id, new Date(from), new Date(to)],
    );
    return new Map(rows.map(({ interval, openTimes }) => [interval, new Set(openTimes)]));
  }

  /** Where candles before the end of what is rolled changed since; everything under another calendar, or when it is unknown. */
  async changedSince(
    { sourceSeriesId, sourceVersion, rolledAt, rolledTo, calendar }: RollUpProgress,
    source: Series,
  ): Promise<TimeSpan[]> {
    if (rolledTo === null) return [];
    const expiry = Date.now() - (LATE_WRITES_KEPT_DAYS - 1) * DAY_MILLISECONDS;
    if (calendar !== source.calendar || rolledAt.getTime() < expiry)
      return [{ first: 0, last: rolledTo.getTime() - 1 }];
    const rows = await this.dataSource.query<{ first: Date; last: Date }[]>(
      `select first_open_time as first, last_open_time as last from late_writes
       where series_id = $1 and version > $2 and first_open_time < $4
       union all
       select first_open_time, last_open_time from confirmed_gaps
       where series_id = $1 and asked_at >= $3::timestamptz - interval '1 minute' and first_open_time < $4
       order by first`,
      [sourceSeriesId, sourceVersion, rolledAt, rolledTo],
    );
    return rows.map(({ first, last }) => ({ first: first.getTime(), last: last.getTime() }));
  }

  /**
   * The instant at which the newest closed candle was over, and a text that changes with everything that calls for another
   * look: a candle that is forming changes a series' version every second, and nothing that is rolled up.
   */
  async newsOf({ id, interval, calendar }: Series): Promise<{ closedTo: number | undefined; news: string }> {
    const [row] = await this.dataSource.query<[{ openTime: Date | null; news: string }]>(
      `select newest.open_time as "openTime",
              jsonb_build_array(newest.candle, (select max(version) from late_writes where series_id = $1),
                (select max(asked_at) from confirmed_gaps where series_id = $1))::text as news
       from (values (1)) one left join lateral (
         select open_time, to_jsonb(candlesticks) as candle from candlesticks
         where series_id = $1 and ${hasClosed('$2')} order by open_time desc limit 1
       ) newest on true`,
      [id, closedBefore(interval)],
    );
    const closedTo = row.openTime ? row.openTime.getTime() + intervalSeconds(interval) * 1000 : undefined;
    return { closedTo, news: `${calendar} ${row.news}` };
  }

  /** The candles that open in a range, ascending, and the open times of those that have not closed. */
  async candles(
    { id, exchange, symbol, interval }: SeriesName & Pick<Series, 'id'>,
    { from, to }: TimeRange,
  ): Promise<{ closed: TextCandle[]; open: number[] }> {
    const { rows } = await poolOf(this.dataSource).query<TextCandle & { isClosed: boolean }>(
      `select date_part('epoch', open_time) * 1000 as "openTime", open::text, high::text, low::text, close::text,
              volume::text, ${hasClosed('$4')} as "isClosed"
       from candlesticks
       where series_id = (select id from series where id = $1 and exchange = $5 and symbol = $6 and interval = $7)
         and open_time >= $2 and open_time < $3 order by open_time`,
      [id, new Date(from), new Date(to), closedBefore(interval), exchange, symbol, interval],
    );
    return {
      closed: rows.filter(({ isClosed }) => isClosed),
      open: rows.filter(({ isClosed }) => !isClosed).map(({ openTime }) => openTime),
    };
  }

  async advance(progress: RollUpProgress, rolledTo: number): Promise<void> {
    await this.update(progress, { rolledTo: new Date(rolledTo) });
  }

  /** `source` and `rolledAt` are those from before the candles were read. */
  async followed(
    progress: RollUpProgress,
    { version, calendar }: Pick<Series, 'version' | 'calendar'>,
    rolledAt: Date,
  ): Promise<void> {
    await this.update(progress, { sourceVersion: version, calendar, rolledAt });
  }

  private async update(
    progress: RollUpProgress,
    change: Partial<Pick<RollUp, 'rolledTo' | 'sourceVersion' | 'calendar' | 'rolledAt'>>,
  ): Promise<void> {
    Object.assign(progress, change);
    const { seriesId, sourceSeriesId, exchange, symbol, interval } = progress;
    if (seriesId === undefined) return;
    // Meanwhile the id may be that of another series: the database was restored.
    await this.dataSource
      .createQueryBuilder()
      .update(RollUp)
      .set(change)
      .where({ seriesId, sourceSeriesId })
      .andWhere(
        `exists (select from series where id = :seriesId and exchange = :exchange and symbol = :symbol and interval = :interval)`,
        { seriesId, exchange, symbol, interval },
      )
      .execute();
  }
}

function keyOf(sourceSeriesId: number, name: SeriesName): string {
  return `${sourceSeriesId} ${seriesKey(name)}`;
}
