import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FundingColumns } from '#engine/backtest/funding';
import { poolOf } from '../database/pool';

const DAY_MILLISECONDS = 86_400_000;

export interface FundingToWrite {
  readonly fundingTime: Date;
  /** Signed decimal text. */
  readonly fundingRate: string;
  readonly markPrice: string | null;
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

  /** Stores settled payments; one of the same time is replaced. Answers how many were new, and how many changed. */
  async upsert(
    { exchange, symbol }: { exchange: string; symbol: string },
    payments: readonly FundingToWrite[],
  ): Promise<{ inserted: number; updated: number }> {
    const distinct = [
      ...new Map(payments.map((payment) => [payment.fundingTime.getTime(), payment])).values(),
    ];
    const { rows } = await poolOf(this.dataSource).query<{ is_new: boolean }>(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate, mark_price)
       select $1, $2, funding_time, funding_rate, mark_price
       from unnest($3::timestamptz[], $4::numeric[], $5::numeric[]) as payment (funding_time, funding_rate, mark_price)
       on conflict (exchange, symbol, funding_time) do update
         set funding_rate = excluded.funding_rate, mark_price = excluded.mark_price
         where (funding_rates.funding_rate::text, funding_rates.mark_price::text)
           is distinct from (excluded.funding_rate::text, excluded.mark_price::text)
       returning xmax = 0 as is_new`,
      [
        exchange,
        symbol,
        distinct.map(({ fundingTime }) => fundingTime),
        distinct.map(({ fundingRate }) => fundingRate),
        distinct.map(({ markPrice }) => markPrice),
      ],
    );
    const inserted = rows.filter((row) => row.is_new).length;
    return { inserted, updated: rows.length - inserted };
  }
}
