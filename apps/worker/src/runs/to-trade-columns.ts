import type { BacktestTradeColumns } from '#domain/backtesting/backtest-trade-columns';
import { toDecimalText } from '#engine/decimal/decimal-text';
import type { CandleColumns } from '#engine/market/candle-columns';
import { type Excursions, measureExcursions } from '#engine/performance/measure-excursions';
import type { Trade } from '#engine/performance/trade';

/** What is stored of trades over these candles. */
export function toTradeColumns(trades: readonly Trade[], candles: CandleColumns): BacktestTradeColumns {
  return columnsOfTrades(trades, measureExcursions(trades, candles));
}

/** The same where the excursions are known. */
export function columnsOfTrades(
  trades: readonly (Omit<Trade, 'exitReason'> & { readonly exitReason: string })[],
  { mae, mfe }: Excursions,
): BacktestTradeColumns {
  const time = (milliseconds: number) => new Date(milliseconds).toISOString();
  return {
    entryTime: trades.map((trade) => time(trade.entryTime)),
    exitTime: trades.map((trade) => time(trade.exitTime)),
    side: trades.map((trade) => trade.side),
    quantity: trades.map((trade) => toDecimalText(trade.quantity)),
    entryPrice: trades.map((trade) => toDecimalText(trade.entryPrice)),
    exitPrice: trades.map((trade) => toDecimalText(trade.exitPrice)),
    fees: trades.map((trade) => toDecimalText(trade.fees)),
    funding: trades.map((trade) => toDecimalText(trade.funding)),
    pnl: trades.map((trade) => toDecimalText(trade.pnl)),
    return: trades.map((trade) => trade.return),
    exitReason: trades.map((trade) => trade.exitReason),
    mae: Array.from(mae),
    mfe: Array.from(mfe),
  };
}
