import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { intervalSeconds, type Interval } from '#engine/market/interval';

/** Candles of a series that something was computed from. */
export interface SeriesRead {
  readonly exchange: string;
  readonly symbol: string;
  /** Of the stored series, which may be shorter than that of what was computed. */
  readonly sourceInterval: Interval;
  /** Open times. */
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

export interface CandlesRead {
  readonly series: readonly SeriesRead[];
  /** Of what was computed. */
  readonly interval: Interval;
  /** When they were read; what was stored before is what was used. */
  readonly readAt: Date;
}

export interface Corrections {
  /** Candles of the interval of what was computed, of all series. */
  readonly count: number;
  /** Open times of the first and the last one; null where there is none. */
  readonly start: Date | null;
  readonly end: Date | null;
  /** The last time that one of them was changed. */
  readonly correctedAt: Date | null;
  /** There were more changes than are read: the others are of the first ones. */
  readonly truncated: boolean;
}

/** So many changes are read, the first ones: how many more there are takes seconds to count, and decides nothing. */
const MOST_REVISIONS = 1_000;

/**
 * The first revision since then is what was used; one that is back at it changes nothing. What a roll-up is made of counts,
 * too: it follows within a minute.
 */
const CORRECTED = `
  with recursive used as (
    select distinct series.id, given.interval = $2 as is_whole, given.first, given.past
    from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
      as given (exchange, symbol, interval, first, past) join series using (exchange, symbol, interval)
  ), sources as (
    select id, id as used_id, is_whole, first, past from used
    union select source_series_id, used_id, false, first, past
    from roll_ups join sources on roll_ups.series_id = sources.id
  ), revised as materialized (
    select used_id, is_whole, revision.* from sources cross join lateral (
      select * from candlestick_revisions
      where series_id = sources.id and replaced_at > $1 and open_time >= first and open_time < past
      order by replaced_at limit ${MOST_REVISIONS + 1}
    ) revision
    order by replaced_at limit ${MOST_REVISIONS + 1}
  ), replaced as (
    select distinct on (used_id, series_id, open_time) *,
      max(replaced_at) over (partition by used_id, series_id, open_time) as corrected_at
    from (select * from revised order by replaced_at limit ${MOST_REVISIONS}) revision
    order by used_id, series_id, open_time, replaced_at
  ), corrected as (
    select used_id, corrected_at, case when is_whole then open_time
             else date_bin(make_interval(secs => $8), open_time, timestamptz 'epoch') end as bar
    from replaced join candlesticks now using (series_id, open_time)
    where (replaced.open, replaced.high, replaced.low, replaced.close, replaced.volume)
      is distinct from (now.open, now.high, now.low, now.close, now.volume)
  )
  select count(distinct (used_id, bar))::integer as count, min(bar) as start, max(bar) as end, max(corrected_at) as "correctedAt",
    (select count(*) > ${MOST_REVISIONS} from revised) as truncated
  from corrected`;

/** What was corrected of candles after something was computed from them. History that came in late is no correction. */
@Injectable()
export class CandleCorrections {
  constructor(private readonly dataSource: DataSource) {}

  async since(used: CandlesRead, manager: EntityManager = this.dataSource.manager): Promise<Corrections> {
    const { series, interval, readAt } = used;
    const [corrections] = await manager.query<[Corrections]>(CORRECTED, [
      readAt,
      interval,
      series.map(({ exchange }) => exchange),
      series.map(({ symbol }) => symbol),
      series.map(({ sourceInterval }) => sourceInterval),
      series.map(({ start }) => start.toISOString()),
      series.map(({ end }) => end.toISOString()),
      intervalSeconds(interval),
    ]);
    return corrections;
  }
}
