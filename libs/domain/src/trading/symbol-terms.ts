import { calendarOf } from '#engine/calendar/calendar';
import { currenciesOf } from '#engine/trades/currencies-of';
import type { PositionName } from './positions';

export type SymbolTerms = ReturnType<typeof currenciesOf>;

/** The currencies of what a position is in. */
export function termsOf({ exchange, symbol }: Pick<PositionName, 'exchange' | 'symbol'>): SymbolTerms {
  return currenciesOf(symbol, { isUsShare: calendarOf(exchange) === 'XNYS' });
}
