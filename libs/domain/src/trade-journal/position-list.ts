import { Injectable } from '@nestjs/common';
import { DataSource, Not, Equal, type FindOptionsWhere } from 'typeorm';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import { tradeResult } from '#engine/trades/trade-result';
import { closedBefore } from '../market-data/series/closed-candles';
import { poolOf } from '../postgres/pool';
import { cutPage, type PageRequest, type RecordPage } from '../records/records';
import { Position } from '../trading/position.entity';
import { FILL_ORDER } from '../trading/position-fills';
import { termsOf } from '../trading/symbol-terms';

export interface PositionFilter {
  readonly account?: string;
  readonly exchange?: string;
  readonly symbol?: string;
  /** Whether something is held, by its fills. */
  readonly isOpen?: boolean;
}

/** The close of the last closed candle, of the series that has the newest one. */
interface Mark {
  readonly price: string;
  /** End of the candle. */
  readonly time: Date;
  readonly interval: Interval;
}

/** A position, and what is known beside it. */
export interface ValuedPosition {
  readonly position: Position;
  /** What is reported less what the fills up to the report make; null: nothing is reported. */
  readonly difference: string | null;
  readonly mark: Mark | null;
  /** In the settlement currency; null: flat, or no mark. */
  readonly unrealisedPnl: string | null;
  readonly currency: string | null;
}

/** Differences up to this share of the larger quantity are rounding. */
const DUST = '1e-9';

/** More positions at once would block the event loop. */
const COMPARED_AT_A_TIME = 2_000;

/** Fills after the report are taken off what is held: few, where reports come in. `$2`: the base currency of a spot symbol. */
const COMPARED = `
  select position.id,
    trim_scale(position.reported_quantity - held.quantity)::text as difference,
    abs(position.reported_quantity - held.quantity)
      > ${DUST} * greatest(abs(position.reported_quantity), abs(held.quantity)) as differs
  from unnest($1::integer[], $2::text[]) as wanted (id, base)
  join positions position on position.id = wanted.id
  cross join lateral (
    select position.quantity - coalesce(sum(
      case side when 'buy' then fill.quantity else -fill.quantity end
      - case when fill.fee_currency = wanted.base then fill.fee else 0 end), 0) as quantity
    from fills fill where fill.position_id = position.id and fill.time > position.reported_at
  ) held
  where position.reported_at is not null and position.reported_quantity is not null`;

const VALUED = `
  select position.id, multiplier.multiplier, mark.price, mark.time, mark.interval
  from positions position
  left join lateral (
    select fill.multiplier from fills fill where fill.position_id = position.id order by ${FILL_ORDER} limit 1
  ) multiplier on true
  left join lateral (
    select candle.close as price, candle.open_time + make_interval(secs => known.seconds) as time, series.interval
    from series
    join unnest($2::text[], $3::integer[], $4::timestamptz[]) as known (interval, seconds, closed_before) using (interval)
    cross join lateral (
      select close, open_time from candlesticks
      where series_id = series.id and coalesce(is_closed, open_time < known.closed_before)
      order by open_time desc limit 1
    ) candle
    where series.exchange = position.exchange and series.symbol = position.symbol and candle_count > 0
    order by time desc, known.seconds limit 1
  ) mark on true
  where position.id = any($1)`;

interface Comparison {
  readonly id: number;
  readonly difference: string;
  readonly differs: boolean;
}

interface Valuation {
  readonly id: number;
  readonly multiplier: string | null;
  readonly price: string | null;
  readonly time: Date;
  readonly interval: Interval;
}

/** Positions as their fills make them, as they are reported, and at the last stored price. */
@Injectable()
export class PositionList {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that match, the newest first, and how many there are. */
  async list(
    { account, exchange, symbol, isOpen }: PositionFilter,
    { offset, limit, before }: PageRequest,
  ): Promise<RecordPage<ValuedPosition>> {
    const where: FindOptionsWhere<Position> = {
      ...(account !== undefined && { account }),
      ...(exchange !== undefined && { exchange }),
      ...(symbol !== undefined && { symbol }),
      ...(isOpen !== undefined && { quantity: isOpen ? Not(Equal('0')) : Equal('0') }),
    };
    const repository = this.dataSource.getRepository(Position);
    const query = repository
      .createQueryBuilder('position')
      .where(where)
      .orderBy('position.id', 'DESC')
      .offset(offset)
      .limit(limit + 1);
    if (before !== undefined) query.andWhere('position.id < cast(:before as bigint)', { before });
    const [found, total] = await Promise.all([query.getMany(), repository.countBy(where)]);
    const { items, next } = cutPage(found, limit, ({ id }) => id);
    return { items: await this.value(items), total, ...(next !== undefined && { next }) };
  }

  /** How many positions differ from their last report. */
  async countDifferences(): Promise<number> {
    let count = 0;
    let after = 0;
    for (;;) {
      const reported = await this.dataSource.manager.query<Pick<Position, 'id' | 'exchange' | 'symbol'>[]>(
        'select id, exchange, symbol from positions where reported_at is not null and id > $1 order by id limit $2',
        [after, COMPARED_AT_A_TIME],
      );
      count += (await this.compare(reported)).filter(({ differs }) => differs).length;
      const last = reported.at(-1);
      if (!last || reported.length < COMPARED_AT_A_TIME) return count;
      after = last.id;
    }
  }

  private async value(positions: readonly Position[]): Promise<ValuedPosition[]> {
    if (positions.length === 0) return [];
    const [compared, valued] = await Promise.all([this.compare(positions), this.valuations(positions)]);
    const differences = new Map(compared.map(({ id, difference }) => [id, difference]));
    const valuations = new Map(valued.map((row) => [row.id, row]));
    return positions.map((position) => {
      const {
        price = null,
        time,
        interval,
        multiplier,
      } = valuations.get(position.id) ?? ({} as Partial<Valuation>);
      const { settlement } = termsOf(position);
      const mark = price === null ? null : { price, time: time!, interval: interval! };
      return {
        position,
        difference: differences.get(position.id) ?? null,
        mark,
        unrealisedPnl: unrealisedPnl(position, multiplier ?? '1', price),
        currency: settlement,
      };
    });
  }

  private async compare(
    positions: readonly Pick<Position, 'id' | 'exchange' | 'symbol'>[],
  ): Promise<Comparison[]> {
    const bases = positions.map((position) => {
      const { base, isSpot } = termsOf(position);
      return isSpot ? base : null;
    });
    const { rows } = await poolOf(this.dataSource).query<Comparison>(COMPARED, [
      positions.map(({ id }) => id),
      bases,
    ]);
    return rows;
  }

  private async valuations(positions: readonly Position[]): Promise<Valuation[]> {
    const { rows } = await poolOf(this.dataSource).query<Valuation>(VALUED, [
      positions.map(({ id }) => id),
      INTERVALS,
      INTERVALS.map(intervalSeconds),
      INTERVALS.map((interval) => closedBefore(interval)),
    ]);
    return rows;
  }
}

/** What closing it at the price would bring over its average cost, before fees. */
function unrealisedPnl(position: Position, multiplier: string, price: string | null): string | null {
  const { quantity, averagePrice } = position;
  if (price === null || averagePrice === null || Number(quantity) === 0) return null;
  const isShort = quantity.startsWith('-');
  const { isInverse } = termsOf(position);
  return tradeResult({
    side: isShort ? 'short' : 'long',
    quantity: isShort ? quantity.slice(1) : quantity,
    entryPrice: averagePrice,
    exitPrice: price,
    contract: { multiplier, isInverse },
    fees: '0',
    funding: null,
    stop: null,
  }).grossPnl;
}
