import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { compareDecimalText, subtractDecimalText } from '#engine/decimal/decimal-text';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import type { TradeJournalEntry } from './trade-journal-entry.entity';

/** How far the price went: where to, and its distance from the entry price as a fraction of that, from 0. */
interface Excursion {
  readonly price: string;
  readonly fraction: number;
}

/** Against the trade and in its favour; null where no price but that of the entry is known. */
export interface TradeExcursions {
  readonly adverse: Excursion | null;
  readonly favourable: Excursion | null;
  /** Of the bars that were used; null: none lies inside the trade. */
  readonly interval: Interval | null;
}

interface PriceRange {
  readonly interval: Interval;
  readonly low: string;
  readonly high: string;
}

/** A trade of more bars than this is judged by those of a longer interval. */
const MOST_BARS = 10_000;

const SECONDS = INTERVALS.map(intervalSeconds);

/** The finest series whose bars are few enough and span the trade; else the finest that has any inside it. */
const RANGE = `
  select chosen.interval, bars.low, bars.high
  from (
    select series.id, series.interval, known.seconds,
      first_open_time <= $3::timestamptz + make_interval(secs => known.seconds)
        and last_open_time >= $4::timestamptz - make_interval(secs => 2 * known.seconds) as spans
    from series join unnest($5::text[], $6::integer[]) as known (interval, seconds) using (interval)
    where exchange = $1 and symbol = $2 and candle_count > 0
      and extract(epoch from $4::timestamptz - $3::timestamptz) <= known.seconds * ${MOST_BARS}::bigint
      and first_open_time <= $4 and last_open_time >= $3
    order by spans desc, known.seconds
  ) chosen
  cross join lateral (
    select min(low) as low, max(high) as high from candlesticks
    where series_id = chosen.id and open_time >= $3
      and open_time <= $4::timestamptz - make_interval(secs => chosen.seconds) and is_closed is not false
  ) bars
  where bars.low is not null
  order by chosen.spans desc, chosen.seconds limit 1`;

/** How far prices went against a trade and in its favour while it was open. */
@Injectable()
export class TradeExcursionsReader {
  /**
   * By the whole stored bars between entry and exit (of an open trade: up to now), and its own prices. Measured from the entry price,
   * which is the average one where there were several entries.
   */
  async read(
    manager: EntityManager,
    entry: Pick<TradeJournalEntry, 'side' | 'entryPrice' | 'exitPrice' | 'entryTime' | 'exitTime'> &
      Pick<TradeJournalEntry, 'exchange' | 'symbol'>,
    pricesOfLegs: readonly string[],
  ): Promise<TradeExcursions> {
    const { entryPrice, exitPrice, side } = entry;
    const bars = await this.range(manager, entry);
    const others = [
      // The only fill there is has the price of the entry.
      ...(pricesOfLegs.length > 1 ? pricesOfLegs : []),
      ...(exitPrice === null ? [] : [exitPrice]),
      ...(bars ? [bars.low, bars.high] : []),
    ];
    if (others.length === 0) return { adverse: null, favourable: null, interval: null };
    const prices = [entryPrice, ...others].sort(compareDecimalText);
    const lowest = toExcursion(prices[0], entryPrice);
    const highest = toExcursion(prices[prices.length - 1], entryPrice);
    return {
      adverse: side === 'buy' ? lowest : highest,
      favourable: side === 'buy' ? highest : lowest,
      interval: bars?.interval ?? null,
    };
  }

  private async range(
    manager: EntityManager,
    {
      exchange,
      symbol,
      exitPrice,
      entryTime,
      exitTime,
    }: Pick<TradeJournalEntry, 'exchange' | 'symbol' | 'exitPrice' | 'entryTime' | 'exitTime'>,
  ): Promise<PriceRange | undefined> {
    const end = exitTime ?? (exitPrice === null ? new Date() : null);
    if (exchange === null || entryTime === null || end === null || end < entryTime) return undefined;
    const rows = await manager.query<PriceRange[]>(RANGE, [
      exchange,
      symbol,
      entryTime,
      end,
      INTERVALS,
      SECONDS,
    ]);
    return rows.at(0);
  }
}

function toExcursion(price: string, entryPrice: string): Excursion {
  const distance = Math.abs(Number(subtractDecimalText(price, entryPrice)));
  return { price, fraction: distance / Number(entryPrice) };
}
