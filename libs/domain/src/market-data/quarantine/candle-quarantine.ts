import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { eventLogOf } from '../../event-log/event-log';
import { TIME_TEXT } from '../../event-log/event-sql';
import { poolOf } from '../../postgres/pool';
import { countRecords, cutPage, type RecordPage } from '../../records/records';
import type { CandleSource, CandleToWrite } from '../series/candle-writes';
import { QuarantinedCandle } from './quarantined-candle.entity';
import { seriesKey, type SeriesName } from '../series/series-name';

export interface CandleToQuarantine {
  readonly name: SeriesName;
  readonly candle: CandleToWrite;
  readonly reason: string;
  /** Nothing is wrong with it but that it jumps: the next candle decides. */
  readonly awaitsNextCandle?: boolean;
}

/** Where a candle lies that is or was in quarantine. */
export interface QuarantinedTime {
  readonly name: SeriesName;
  readonly openTime: Date;
}

/** The reason of an outlier; a machine-readable word, unlike the sentences of other rules. */
export const OUTLIER_REASON = 'outlier';

const FILTER_NAMES = ['exchange', 'symbol', 'interval', 'source'] as const;

export type QuarantineFilter = Partial<Pick<QuarantinedCandle, (typeof FILTER_NAMES)[number]>>;

/** When an entry came in, in milliseconds, and its id: many come in at once. */
type QuarantineKey = readonly [number, number];

/** The last time that a Date can hold, and fewer than Postgres can. */
const LATEST_MILLISECONDS = 8.64e15;

/** Common table expressions after `kept`: an event of each candle that was kept, in rows of at most a thousand. */
const RECORDED = `, numbered as (
    select *, (row_number() over (order by id) - 1) / 1000 as part from kept
  ), recorded as (
    insert into events (kind, exchange, symbol, interval, event_count, content, bytes)
    select 'candle.quarantined', exchange, symbol, interval, count, content, pg_column_size(content)
    from (
      select case when min(exchange) = max(exchange) then min(exchange) end as exchange,
        case when min(symbol) = max(symbol) then min(symbol) end as symbol,
        case when min(interval) = max(interval) then min(interval) end as interval, count(*) as count,
        jsonb_agg(jsonb_build_object('id', id, 'exchange', exchange, 'symbol', symbol, 'interval', interval,
          'open_time', ${TIME_TEXT('open_time')}, 'open', open, 'high', high, 'low', low, 'close', close,
          'volume', volume, 'source', source, 'reason', reason) order by id) as content
      from numbered group by part order by part
    ) event
  )`;

/** Where candles are kept that are not stored: a rule forbids them, or candles after them have to decide. */
@Injectable()
export class CandleQuarantine {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps candles as they came; of one open time in a series the latest is kept. */
  async keep(
    candles: readonly CandleToQuarantine[],
    source: CandleSource,
    database: Pool | PoolClient = poolOf(this.dataSource),
  ): Promise<void> {
    const distinct = [...new Map(candles.map((entry) => [timeKeyOf(entry), entry])).values()];
    const fields = ['open', 'high', 'low', 'close', 'volume'] as const;
    const log = eventLogOf(this.dataSource);
    await database.query(
      `with kept as (
       insert into quarantined_candles
         (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, awaits_next_candle,
          quarantined_at)
       select exchange, symbol, interval, open_time, open, high, low, close, volume, $1, reason, awaits, date_trunc('milliseconds', now())
       from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[],
                   $10::text[], $11::text[], $12::boolean[])
         as refused (exchange, symbol, interval, open_time, open, high, low, close, volume, reason, awaits)
       order by exchange, symbol, interval, open_time
       on conflict (exchange, symbol, interval, open_time) do update
         set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
             volume = excluded.volume, source = excluded.source, reason = excluded.reason,
             awaits_next_candle = excluded.awaits_next_candle, quarantined_at = excluded.quarantined_at
       returning *
       )${log.isOn ? RECORDED : ''}
       select from kept limit 0`,
      [
        source,
        distinct.map(({ name }) => name.exchange),
        distinct.map(({ name }) => name.symbol),
        distinct.map(({ name }) => name.interval),
        distinct.map(({ candle }) => candle.openTime),
        ...fields.map((field) => distinct.map(({ candle }) => candle[field])),
        distinct.map(({ reason }) => reason),
        distinct.map(({ awaitsNextCandle = false }) => awaitsNextCandle),
      ],
    );
    log.recorded();
  }

  /** Lets go of candles that only waited for the next one. */
  async release(times: readonly QuarantinedTime[]): Promise<void> {
    await poolOf(this.dataSource).query(
      `delete from quarantined_candles kept
       using unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as released (exchange, symbol, interval, open_time)
       where kept.exchange = released.exchange and kept.symbol = released.symbol and kept.interval = released.interval
         and kept.open_time = released.open_time and kept.awaits_next_candle`,
      [
        times.map(({ name }) => name.exchange),
        times.map(({ name }) => name.symbol),
        times.map(({ name }) => name.interval),
        times.map(({ openTime }) => openTime),
      ],
    );
  }

  /** Those that match, the last that came in first, and how many there are. */
  async list(
    filter: QuarantineFilter,
    { offset, limit, before }: { offset: number; limit: number; before?: QuarantineKey },
  ): Promise<RecordPage<QuarantinedCandle, QuarantineKey>> {
    const where: FindOptionsWhere<QuarantinedCandle> = {};
    for (const name of FILTER_NAMES) {
      if (filter[name] !== undefined) Object.assign(where, { [name]: filter[name] });
    }
    const repository = this.dataSource.getRepository(QuarantinedCandle);
    const isFiltered = Object.keys(where).length > 0;
    const query = repository
      .createQueryBuilder('entry')
      .where(where)
      .orderBy('entry.quarantinedAt', 'DESC')
      .addOrderBy('entry.id', 'DESC')
      .offset(offset)
      .limit(limit + 1);
    if (before) {
      const [milliseconds, id] = before;
      const quarantinedAt = new Date(Math.min(milliseconds, LATEST_MILLISECONDS));
      query.andWhere('(entry.quarantinedAt, entry.id) < (:quarantinedAt, :id)', { quarantinedAt, id });
    }
    const [found, total] = await Promise.all([
      query.getMany(),
      isFiltered ? repository.countBy(where) : countRecords(repository),
    ]);
    return { ...cutPage(found, limit, keyOf), total };
  }

  find(id: number): Promise<QuarantinedCandle | null> {
    return this.dataSource.getRepository(QuarantinedCandle).findOneBy({ id: String(id) });
  }

  /** Whether there was such an entry; one that has come in again since `quarantinedAt` stays where that is given. */
  async discard(id: number, quarantinedAt?: Date): Promise<boolean> {
    const { affected } = await this.dataSource
      .getRepository(QuarantinedCandle)
      .delete({ id: String(id), ...(quarantinedAt && { quarantinedAt }) });
    return affected === 1;
  }
}

function keyOf({ quarantinedAt, id }: QuarantinedCandle): QuarantineKey {
  return [quarantinedAt.getTime(), Number(id)];
}

function timeKeyOf({ name, candle }: CandleToQuarantine): string {
  return `${seriesKey(name)} ${candle.openTime.getTime()}`;
}
