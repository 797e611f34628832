import type { DataSource } from 'typeorm';
import { NEXT_WRITE_AT_SQL, type SeriesTime } from './candle-writes';
import { identityColumns, requireAllKnown } from './series-replaced-error';

/** Candles are locked before their series, both ascending, as those who write do it. */
const DELETE_FORMING = `
  with forming as (
    select series_id, open_time
    from candlesticks join unnest($1::integer[], $2::timestamptz[]) as key (series_id, open_time) using (series_id, open_time)
    where is_closed is not true order by series_id, open_time
    for update of candlesticks
  ), deleted as (
    delete from candlesticks using forming
    where candlesticks.series_id = forming.series_id and candlesticks.open_time = forming.open_time
    returning candlesticks.series_id, candlesticks.open_time
  )
  select series_id as "seriesId", open_time as "openTime" from deleted`;

const KNOWN = `
  select id from series
  join unnest($1::integer[], $2::text[], $3::text[], $4::text[]) as named (id, exchange, symbol, interval)
    using (id, exchange, symbol, interval)`;

const LOCK_SERIES = 'select from series where id = any($1::integer[]) order by id for no key update';

/** A removal is noted as a late write, also at the end of the series: who only reads the newest candles would not see it. */
const ADJUST = `
  with removed as (
    select series_id, count(*) as count, min(open_time) as first, max(open_time) as last
    from unnest($1::integer[], $2::timestamptz[]) as key (series_id, open_time) group by series_id
  ), moved as (
    update series
      set candle_count = candle_count - removed.count, version = version + 1,
          last_write_at = ${NEXT_WRITE_AT_SQL},
          first_open_time = (select min(open_time) from candlesticks where series_id = removed.series_id),
          last_open_time = (select max(open_time) from candlesticks where series_id = removed.series_id)
    from removed where series.id = removed.series_id
    returning series.id, series.version, series.last_write_at, removed.first, removed.last
  ), noted as (
    insert into late_writes (series_id, version, first_open_time, last_open_time, written_at)
    select id, version, first, last, last_write_at from moved
  )
  select id as "seriesId", version::float8 as version from moved`;

/** A series' version after something was taken out of it. */
export interface SeriesRemoval {
  readonly seriesId: number;
  readonly version: number;
}

/**
 * Deletes those of the candles at these times that have not closed, so that they are missing and not taken for whole. Answers the
 * series that changed; counters and candles commit together. Throws SeriesReplacedError where an id is not that of its series.
 */
export async function removeForming(
  dataSource: DataSource,
  times: readonly SeriesTime[],
): Promise<SeriesRemoval[]> {
  if (times.length === 0) return [];
  return dataSource.transaction(async (manager) => {
    const known = await manager.query<{ id: number }[]>(KNOWN, identityColumns(times));
    requireAllKnown(times, new Set(known.map(({ id }) => id)));
    const deleted = await manager.query<FormingKey[]>(DELETE_FORMING, columnsOf(times));
    if (deleted.length === 0) return [];
    const columns = columnsOf(deleted);
    await manager.query(LOCK_SERIES, [columns[0]]);
    return manager.query<SeriesRemoval[]>(ADJUST, columns);
  });
}

type FormingKey = Omit<SeriesTime, 'name'>;

function columnsOf(times: readonly FormingKey[]): [number[], Date[]] {
  return [times.map(({ seriesId }) => seriesId), times.map(({ openTime }) => openTime)];
}
