import { tradeResult } from '#engine/trades/trade-result';
import { termsOf } from '../trading/symbol-terms';
import type { TradeJournalEntry } from './trade-journal-entry.entity';

type Derived = Pick<
  TradeJournalEntry,
  'currency' | 'entryValue' | 'grossPnl' | 'netPnl' | 'tradeReturn' | 'rMultiple'
>;

/** What is computed of an entry and stored with it. Of one made of fills only the stop can have changed. */
export function derivedColumns(entry: TradeJournalEntry): Derived {
  const { source, symbol, exchange, quantity, fees } = entry;
  const { settlement, isInverse } = termsOf({ exchange: exchange ?? '', symbol });
  const result = tradeResult({
    side: entry.side === 'buy' ? 'long' : 'short',
    quantity: quantity ?? '1',
    entryPrice: entry.entryPrice,
    exitPrice: entry.exitPrice,
    contract: { multiplier: entry.multiplier ?? '1', isInverse },
    fees: fees ?? '0',
    funding: entry.funding,
    stop: entry.stop,
    ...(source === 'fills' && { entryValue: entry.entryValue ?? undefined, grossPnl: entry.grossPnl }),
  });
  const { tradeReturn, rMultiple } = result;
  if (quantity !== null) return { currency: settlement, ...result };
  // The ratios need no quantity as long as no amount is set against it.
  const ratios = fees === null ? { tradeReturn, rMultiple } : { tradeReturn: null, rMultiple: null };
  return { currency: settlement, entryValue: null, grossPnl: null, netPnl: null, ...ratios };
}
