import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type FundingColumns, settlementTime } from '#engine/backtest/funding';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { poolOf } from '../postgres/pool';

export interface FundingToWrite {
  readonly fundingTime: Date;
  /** Signed decimal text. */
  readonly fundingRate: string;
  readonly markPrice: string | null;
}

interface SettledRate {
  readonly fundingTime: Date;
  /** Signed decimal text. */
  readonly fundingRate: string;
}

@Injectable()
export class FundingRates {
  constructor(private readonly dataSource: DataSource) {}

  /** Settled funding between two times, a day more at either end; null when none is stored for the symbol. */
  async load(
    { exchange, symbol }: { exchange: string; symbol: string },
    start: Date,
    end: Date,
  ): Promise<FundingColumns | null> {
    const { rows } = await poolOf(this.dataSource).query<{ time: string; rate: string; mark: string | null }>(
      `select (extract(epoch from funding_time) * 1000)::bigint as time, funding_rate as rate, mark_price as mark
       from funding_rates where exchange = $1 and symbol = $2 and funding_time between $3 and $4 order by funding_time`,
      [
        exchange,
        symbol,
        new Date(start.getTime() - DAY_MILLISECONDS),
        new Date(end.getTime() + DAY_MILLISECONDS),
      ],
    );
    if (rows.length === 0) return null;
    return {
      time: Float64Array.from(rows, ({ time }) => Number(time)),
      rate: Float64Array.from(rows, ({ rate }) => Number(rate)),
      mark: Float64Array.from(rows, ({ mark }) => (mark === null ? NaN : Number(mark))),
    };
  }

  /** When the newest payments up to now were settled, newest first, and the first one that is stored. */
  async newestTimes(
    { exchange, symbol }: { exchange: string; symbol: string },
    limit: number,
  ): Promise<{ newest: Date[]; first: Date | null }> {
    const [row] = await this.dataSource.query<{ newest: Date[]; first: Date | null }[]>(
      `select array(
         select funding_time from funding_rates
         where exchange = $1 and symbol = $2 and funding_time <= now() order by funding_time desc limit $3) as newest,
         (select min(funding_time) from funding_rates where exchange = $1 and symbol = $2) as first`,
      [exchange, symbol, limit],
    );
    return row;
  }

  /** The last settled payments up to now, ascending; with rates digit for digit. */
  async latest(
    { exchange, symbol }: { exchange: string; symbol: string },
    limit: number,
  ): Promise<SettledRate[]> {
    const rows = await this.dataSource.query<SettledRate[]>(
      `select funding_time as "fundingTime", funding_rate as "fundingRate" from funding_rates
       where exchange = $1 and symbol = $2 and funding_time <= now() order by funding_time desc limit $3`,
      [exchange, symbol, limit],
    );
    return rows.reverse();
  }

  /** The exchanges that have funding of the symbol, in alphabetical order. */
  async exchangesOf(symbol: string): Promise<string[]> {
    // From exchange to exchange along the key, which begins with it: few steps, however many payments there are.
    const rows = await this.dataSource.query<{ exchange: string }[]>(
      `with recursive exchanges as (
         select min(exchange) as exchange from funding_rates
         union all
         select (select min(exchange) from funding_rates where exchange > exchanges.exchange)
         from exchanges where exchange is not null
       )
       select exchange from exchanges
       where exists (
         select from funding_rates where funding_rates.exchange = exchanges.exchange and symbol = $1)
       order by exchange`,
      [symbol],
    );
    return rows.map(({ exchange }) => exchange);
  }

  /**
   * Stores settled payments. One of the same minute is the same payment, whichever milliseconds it is stamped with: it is
   * corrected in place, and keeps its mark price where none is given. Answers how many were new, and how many changed.
   */
  async upsert(
    { exchange, symbol }: { exchange: string; symbol: string },
    payments: readonly FundingToWrite[],
  ): Promise<{ inserted: number; updated: number }> {
    const distinct = [
      ...new Map(
        payments.map((payment) => [settlementTime(payment.fundingTime.getTime()), payment]),
      ).values(),
    ];
    const { rows } = await poolOf(this.dataSource).query<{ inserted: number; updated: number }>(UPSERT, [
      exchange,
      symbol,
      distinct.map(({ fundingTime }) => fundingTime),
      distinct.map(({ fundingRate }) => fundingRate),
      distinct.map(({ markPrice }) => markPrice),
    ]);
    return rows[0];
  }
}

/** As the engine's settlementTime: the nearest full minute. */
const MINUTE_OF = (time: string) => `date_trunc('minute', ${time} + interval '30 seconds')`;

const UPSERT = `
  with payment as materialized (
    select * from unnest($3::timestamptz[], $4::numeric[], $5::numeric[])
      as payment (paid_at, rate, mark)
  ), known as materialized (
    select payment.*, funding_time as stored_at,
      row_number() over (partition by paid_at order by funding_time <> paid_at, funding_time) as number
    from funding_rates join payment on ${MINUTE_OF('funding_time')} = ${MINUTE_OF('paid_at')}
    where exchange = $1 and symbol = $2
      and funding_time >= (select min(paid_at) - interval '1 minute' from payment)
      and funding_time <= (select max(paid_at) + interval '1 minute' from payment)
  ), repeated as (
    delete from funding_rates using known
    where exchange = $1 and symbol = $2 and funding_time = stored_at and number > 1
  ), corrected as (
    update funding_rates set funding_time = paid_at, funding_rate = rate, mark_price = coalesce(mark, mark_price)
    from known
    where exchange = $1 and symbol = $2 and funding_time = stored_at and number = 1
      and (funding_time, funding_rate::text, mark_price::text)
        is distinct from (paid_at, rate::text, coalesce(mark, mark_price)::text)
    returning false as is_new
  ), added as (
    insert into funding_rates (exchange, symbol, funding_time, funding_rate, mark_price)
    select $1, $2, paid_at, rate, mark from payment
    where not exists (select from known where known.paid_at = payment.paid_at)
    on conflict (exchange, symbol, funding_time) do update
      set funding_rate = excluded.funding_rate, mark_price = coalesce(excluded.mark_price, funding_rates.mark_price)
      where (funding_rates.funding_rate::text, funding_rates.mark_price::text)
        is distinct from (excluded.funding_rate::text, coalesce(excluded.mark_price, funding_rates.mark_price)::text)
    returning xmax = 0 as is_new
  )
  select (count(*) filter (where is_new))::integer as inserted, (count(*) filter (where not is_new))::integer as updated
  from (select is_new from corrected union all select is_new from added) written`;
