import type { TradesOfGroup } from '#domain/trade-journal/trade-statistics-reader';
import { type ClosedTrade, tradeStatistics, type TradeStatistics } from '#engine/trades/trade-statistics';

export interface TradeStatisticsTask {
  readonly groups: readonly TradesOfGroup[];
}

/** In the order of the groups. */
export function runTradeStatisticsTask({ groups }: TradeStatisticsTask): TradeStatistics[] {
  return groups.map(({ parts }) => tradeStatistics(parts.flatMap(tradesOf)));
}

/** As TradeStatisticsReader writes them. */
function tradesOf(part: string): ClosedTrade[] {
  const rows = JSON.parse(`[${part}]`) as [
    ...[netPnl: string, grossPnl: string, fees: string, funding: string | null],
    ...[
      rMultiple: number | null,
      tradeReturn: number | null,
      entryTime: number | null,
      exitTime: number | null,
    ],
  ][];
  return rows.map(
    ([netPnl, grossPnl, fees, funding, rMultiple, tradeReturn, entryTime, exitTime]): ClosedTrade => ({
      netPnl,
      grossPnl,
      fees,
      funding,
      rMultiple,
      tradeReturn,
      entryTime,
      exitTime,
    }),
  );
}
