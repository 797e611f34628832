import type { FeeApart, RoundTrip } from '#engine/trades/round-trip';
import { tradeResult } from '#engine/trades/trade-result';
import type { Rematched } from './rematched';

/** What a round trip says of its journal entry, by the names of the columns. */
export interface ComputedEntry {
  readonly id: number;
  readonly source: 'fills';
  readonly position_id: number;
  readonly first_fill_id: number;
  readonly ordinal: number;
  readonly period_fill_id: number;
  readonly period_quantity: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly account: string;
  readonly exchange: string;
  readonly quantity: string;
  readonly entry_price: string;
  readonly exit_price: string | null;
  readonly entry_time: string;
  readonly exit_time: string | null;
  readonly currency: string | null;
  readonly multiplier: string;
  readonly entry_value: string;
  readonly fees: string;
  readonly fees_apart: readonly FeeApart[];
  readonly funding: string | null;
  readonly gross_pnl: string | null;
  readonly net_pnl: string | null;
  readonly trade_return: number | null;
  readonly r_multiple: number | null;
}

/** SQL: the columns of a computed entry but its id, with their types. */
export const COMPUTED_COLUMNS = {
  source: 'text',
  position_id: 'integer',
  first_fill_id: 'bigint',
  ordinal: 'integer',
  period_fill_id: 'bigint',
  period_quantity: 'numeric',
  symbol: 'text',
  side: 'text',
  account: 'text',
  exchange: 'text',
  quantity: 'numeric',
  entry_price: 'numeric',
  exit_price: 'numeric',
  entry_time: 'timestamptz',
  exit_time: 'timestamptz',
  currency: 'text',
  multiplier: 'numeric',
  entry_value: 'numeric',
  fees: 'numeric',
  fees_apart: 'jsonb',
  funding: 'numeric',
  gross_pnl: 'numeric',
  net_pnl: 'numeric',
  trade_return: 'double precision',
  r_multiple: 'double precision',
} as const satisfies Record<Exclude<keyof ComputedEntry, 'id'>, string>;

interface Own {
  readonly id: number;
  readonly funding: string | null;
  readonly stop: string | null;
}

export function toComputedEntry(
  { position, terms, contract }: Rematched,
  trip: RoundTrip,
  { id, funding, stop }: Own,
): ComputedEntry {
  const { netPnl, tradeReturn, rMultiple } = tradeResult({ ...trip, contract, funding, stop });
  return {
    id,
    source: 'fills',
    position_id: position.id,
    first_fill_id: trip.firstFillId,
    ordinal: trip.ordinal,
    period_fill_id: trip.period.firstFillId,
    period_quantity: trip.period.quantity,
    symbol: position.symbol,
    side: trip.side === 'long' ? 'buy' : 'sell',
    account: position.account,
    exchange: position.exchange,
    quantity: trip.quantity,
    entry_price: trip.entryPrice,
    exit_price: trip.exitPrice,
    entry_time: new Date(trip.entryTime).toISOString(),
    exit_time: trip.exitTime === null ? null : new Date(trip.exitTime).toISOString(),
    currency: terms.settlement,
    multiplier: contract.multiplier,
    entry_value: trip.entryValue,
    fees: trip.fees,
    fees_apart: trip.feesApart,
    funding,
    gross_pnl: trip.grossPnl,
    net_pnl: netPnl,
    trade_return: tradeReturn,
    r_multiple: rMultiple,
  };
}
