import type { BacktestTradeColumns } from '#domain/backtesting/backtest-trade-columns';
import type { StoredLeg } from '#domain/backtesting/backtest-trade.entity';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { sumDecimals } from '#engine/decimal/exact-decimal';
import type { CandleColumns } from '#engine/market/candle-columns';
import { type Excursions, measureExcursions } from '#engine/performance/measure-excursions';
import type { Trade, TradeLeg } from '#engine/performance/trade';

const SUMMED = ['quantity', 'fees', 'funding', 'pnl'] as const;
type Summed = Record<(typeof SUMMED)[number], string>;

/** What is stored of trades over these candles. */
export function toTradeColumns(trades: readonly Trade[], candles: CandleColumns): BacktestTradeColumns {
  return columnsOfTrades(trades, measureExcursions(trades, candles));
}

/** The same where the excursions are known. */
export function columnsOfTrades(
  trades: readonly (Omit<Trade, 'exitReason'> & { readonly exitReason: string })[],
  { mae, mfe }: Excursions,
): BacktestTradeColumns {
  const texts = trades.map(moneyOf);
  return {
    entryTime: trades.map((trade) => time(trade.entryTime)),
    exitTime: trades.map((trade) => time(trade.exitTime)),
    side: trades.map((trade) => trade.side),
    quantity: texts.map(({ quantity }) => quantity),
    entryPrice: trades.map((trade) => toDecimalText(trade.entryPrice)),
    exitPrice: trades.map((trade) => toDecimalText(trade.exitPrice)),
    fees: texts.map(({ fees }) => fees),
    funding: texts.map(({ funding }) => funding),
    pnl: texts.map(({ pnl }) => pnl),
    return: trades.map((trade) => trade.return),
    exitReason: trades.map((trade) => trade.exitReason),
    entryTag: trades.map((trade) => trade.entryTag ?? null),
    exitTag: trades.map((trade) => trade.exitTag ?? null),
    legs: texts.map(({ legs }) => legs && JSON.stringify(legs)),
    mae: Array.from(mae),
    mfe: Array.from(mfe),
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** As text: of a trade that was closed in legs the exact sums of theirs. */
function moneyOf(
  trade: Pick<Trade, (typeof SUMMED)[number] | 'legs'>,
): Summed & { readonly legs: readonly StoredLeg[] | null } {
  const legs = trade.legs?.map(legOf) ?? null;
  const textOf = (field: (typeof SUMMED)[number]) =>
    legs === null ? toDecimalText(trade[field]) : sumDecimals(legs.map((leg) => leg[field]));
  return { ...(Object.fromEntries(SUMMED.map((field) => [field, textOf(field)])) as Summed), legs };
}

function legOf(leg: TradeLeg): StoredLeg {
  return {
    exitTime: time(leg.exitTime),
    exitPrice: toDecimalText(leg.exitPrice),
    quantity: toDecimalText(leg.quantity),
    fees: toDecimalText(leg.fees),
    funding: toDecimalText(leg.funding),
    pnl: toDecimalText(leg.pnl),
    exitReason: leg.exitReason,
    exitTag: leg.exitTag ?? null,
  };
}
