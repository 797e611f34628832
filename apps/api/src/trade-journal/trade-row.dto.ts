import type { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { timeText } from '../http/time-text';

export type TradeRow = ReturnType<typeof toTradeRow>;

/** The details that the row of an entry holds: what a line of CSV has. */
export function toTradeRow(entry: TradeJournalEntry) {
  const { entryTime, exitTime, funding } = entry;
  return {
    id: entry.id,
    symbol: entry.symbol,
    side: entry.side,
    entry_price: entry.entryPrice,
    exit_price: entry.exitPrice,
    source: entry.source,
    exchange: entry.exchange,
    account: entry.account,
    quantity: entry.quantity,
    entry_time: timeText(entryTime),
    exit_time: timeText(exitTime),
    currency: entry.currency,
    multiplier: entry.multiplier,
    fees: entry.fees,
    fees_apart: entry.feesApart.map(({ currency, amount }) => ({ currency, amount })),
    funding: funding === null ? null : { amount: funding, estimated: true as const },
    gross_pnl: entry.grossPnl,
    net_pnl: entry.netPnl,
    return: entry.tradeReturn,
    r_multiple: entry.rMultiple,
    holding_seconds: entryTime && exitTime && (exitTime.getTime() - entryTime.getTime()) / 1000,
    stop: entry.stop,
    target: entry.target,
    tags: entry.tags,
    idea_id: entry.ideaId,
    backtest_id: entry.backtestId,
  };
}
