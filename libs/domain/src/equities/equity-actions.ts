import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sumDecimalText } from '#engine/decimal/decimal-text';
import type { StoredClose } from '../market-data/series/candle-writes';
import { EQUITY_EXCHANGE, EQUITY_INTERVAL } from './equity-series';

/** Dates as YYYY-MM-DD, both inclusive. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export interface StoredSplit {
  readonly exDate: string;
  readonly numerator: string;
  readonly denominator: string;
}

export interface StoredDividend {
  readonly exDate: string;
  readonly amount: string;
}

/** Stored prices before `exDate` were multiplied by `factor`, because the provider's were, though it reported no split. */
export interface ImpliedFactor {
  readonly exDate: string;
  readonly factor: string;
}

/** The last stored candle before an ex-date. */
export interface CloseBefore extends StoredClose {
  readonly exDate: string;
}

/** All that a provider reports of a range. */
export interface ReportedActions {
  readonly provider: string;
  readonly range: DateRange;
  readonly splits: readonly StoredSplit[];
  readonly dividends: readonly StoredDividend[];
}

/** Splits and dividends of the tracked symbols, the days of which they are known, and up to when stored prices hold them. */
@Injectable()
export class EquityActions {
  constructor(private readonly dataSource: DataSource) {}

  splits(symbol: string): Promise<StoredSplit[]> {
    return this.dataSource.query(
      `select ex_date::text as "exDate", numerator::text, denominator::text
       from equity_splits where symbol = $1 order by ex_date`,
      [symbol],
    );
  }

  dividends(symbol: string): Promise<StoredDividend[]> {
    return this.dataSource.query(
      `select ex_date::text as "exDate", amount::text from equity_dividends where symbol = $1 order by ex_date`,
      [symbol],
    );
  }

  /** Of ex-dates, those that a candle is stored before. */
  closesBefore(symbol: string, exDates: readonly string[]): Promise<CloseBefore[]> {
    return this.dataSource.query(
      `select wanted.ex_date::text as "exDate", extract(epoch from open_time)::float8 * 1000 as "openTime",
              close::float8 as close
       from unnest($4::date[]) as wanted (ex_date)
       join series on exchange = $2 and symbol = $1 and interval = $3
       cross join lateral (
         select open_time, close from candlesticks
         where series_id = series.id and open_time < wanted.ex_date order by open_time desc limit 1
       ) before`,
      [symbol, EQUITY_EXCHANGE, EQUITY_INTERVAL, exDates],
    );
  }

  impliedFactors(symbol: string): Promise<ImpliedFactor[]> {
    return this.dataSource.query(
      `select ex_date::text as "exDate", factor::text from equity_implied_factors where symbol = $1 order by ex_date`,
      [symbol],
    );
  }

  /**
   * Notes a factor before the stored prices are multiplied by it. A worker that is killed after that leaves the factor to
   * whoever comes next: see finishRescaling.
   */
  async beginRescaling(symbol: string, { exDate, factor }: ImpliedFactor): Promise<void> {
    const [{ close }] = await this.closesBefore(symbol, [exDate]);
    await this.dataSource.query('update equity_symbols set rescaling = $2 where symbol = $1', [
      symbol,
      { exDate, factor, close },
    ]);
  }

  /**
   * Keeps the factor of a rescaling that was begun, if the stored prices are no longer those of its beginning. Another
   * factor of the same day is multiplied into it.
   */
  async finishRescaling(symbol: string): Promise<void> {
    await this.dataSource.query(
      `with begun as (
         select symbol, (rescaling->>'exDate')::date as ex_date, (rescaling->>'factor')::numeric as factor,
                (rescaling->>'close')::float8 as close
         from equity_symbols where symbol = $1 and rescaling is not null for update
       ), kept as (
         insert into equity_implied_factors as before (symbol, ex_date, factor)
         select symbol, ex_date, factor from begun
         where close <> (
           select candlesticks.close::float8 from candlesticks join series on series.id = series_id
           where exchange = $2 and series.symbol = $1 and interval = $3 and open_time < begun.ex_date
           order by open_time desc limit 1
         )
         on conflict (symbol, ex_date) do update set factor = before.factor * excluded.factor
       )
       update equity_symbols set rescaling = null from begun where equity_symbols.symbol = begun.symbol`,
      [symbol, EQUITY_EXCHANGE, EQUITY_INTERVAL],
    );
  }

  async forgetImpliedFactors(symbol: string): Promise<void> {
    await this.dataSource.query('delete from equity_implied_factors where symbol = $1', [symbol]);
  }

  /** The stored closes from a day on, ascending. */
  closesFrom(symbol: string, from: string): Promise<StoredClose[]> {
    return this.dataSource.query(
      `select extract(epoch from open_time)::float8 * 1000 as "openTime", close::float8 as close
       from candlesticks join series on series.id = series_id
       where exchange = $2 and symbol = $1 and interval = $3 and open_time >= $4::date order by open_time`,
      [symbol, EQUITY_EXCHANGE, EQUITY_INTERVAL, from],
    );
  }

  /** From now on it is not known which splits the stored prices hold. */
  async forgetAdjustment(symbol: string): Promise<void> {
    await this.dataSource.query('update equity_symbols set adjusted_to = null where symbol = $1', [symbol]);
  }

  /** The day up to which the stored prices are this provider's, with every split in them; undefined where that is not known. */
  async adjustedTo(symbol: string, provider: string): Promise<string | undefined> {
    const rows = await this.dataSource.query<{ adjusted_to: string | null }[]>(
      'select adjusted_to::text from equity_symbols where symbol = $1 and provider = $2',
      [symbol, provider],
    );
    return rows.at(0)?.adjusted_to ?? undefined;
  }

  /** The parts of a range of which not every action is known. */
  unknown(symbol: string, { from, to }: DateRange): Promise<DateRange[]> {
    return this.dataSource.query(
      `select lower(part)::text as "from", (upper(part) - 1)::text as "to"
       from equity_symbols
       cross join unnest(datemultirange(daterange($2, $3, '[]')) - actions_known) part
       where symbol = $1 order by part`,
      [symbol, from, to],
    );
  }

  /**
   * Replaces what is stored of the range; where another provider reported it, all that is stored. `adjustedTo`: the stored
   * prices hold every split up to there.
   */
  async save(
    symbol: string,
    { provider, range, splits, dividends }: ReportedActions,
    adjustedTo?: string,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const known = await manager.query<{ same: boolean }[]>(
        'select provider is not distinct from $2 as same from equity_symbols where symbol = $1 for update',
        [symbol, provider],
      );
      // Nobody tracks it any longer.
      if (known.length === 0) return;
      const [from, to] = known[0].same ? [range.from, range.to] : ['-infinity', 'infinity'];
      for (const table of ['equity_splits', 'equity_dividends']) {
        await manager.query(`delete from ${table} where symbol = $1 and ex_date between $2 and $3`, [
          symbol,
          from,
          to,
        ]);
      }
      // They are in proportion to the prices of the provider before.
      if (!known[0].same)
        await manager.query('delete from equity_implied_factors where symbol = $1', [symbol]);
      const lastSplits = [...new Map(splits.map((split) => [split.exDate, split])).values()];
      await manager.query(
        `insert into equity_splits (symbol, ex_date, numerator, denominator)
         select $1, * from unnest($2::date[], $3::numeric[], $4::numeric[])`,
        [
          symbol,
          lastSplits.map(({ exDate }) => exDate),
          lastSplits.map(({ numerator }) => numerator),
          lastSplits.map(({ denominator }) => denominator),
        ],
      );
      const paid = sumByDate(dividends);
      await manager.query(
        `insert into equity_dividends (symbol, ex_date, amount) select $1, * from unnest($2::date[], $3::numeric[])`,
        [symbol, [...paid.keys()], [...paid.values()]],
      );
      await manager.query(
        `update equity_symbols
         set provider = $2, adjusted_to = coalesce($5, case when $6 then adjusted_to end),
             actions_known = case when $6 then actions_known else '{}' end + datemultirange(daterange($3, $4, '[]'))
         where symbol = $1`,
        [symbol, provider, range.from, range.to, adjustedTo ?? null, known[0].same],
      );
    });
  }
}

/** A regular and a special dividend can have one ex-date. */
function sumByDate(dividends: readonly StoredDividend[]): Map<string, string> {
  const paid = new Map<string, string>();
  for (const { exDate, amount } of dividends) {
    const before = paid.get(exDate);
    paid.set(exDate, before === undefined ? amount : sumDecimalText(before, amount));
  }
  return paid;
}
