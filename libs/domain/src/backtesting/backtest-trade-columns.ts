/** Columns of `backtest_trades`, of equal length. */
export interface BacktestTradeColumns {
  readonly entryTime: readonly string[];
  readonly exitTime: readonly string[];
  readonly side: readonly string[];
  readonly quantity: readonly string[];
  readonly entryPrice: readonly string[];
  readonly exitPrice: readonly string[];
  readonly fees: readonly string[];
  readonly funding: readonly string[];
  readonly pnl: readonly string[];
  readonly return: readonly number[];
  readonly exitReason: readonly string[];
}

export const TRADE_COLUMNS = `position, entry_time, exit_time, side, quantity, entry_price, exit_price,
  fees, funding, pnl, return, exit_reason`;

/** Selects TRADE_COLUMNS from the parameters 2 to 12, which are `tradeParameters`. */
export const TRADE_ROWS = `
  select ordinality::integer - 1 as position, entry_time, exit_time, side, quantity, entry_price, exit_price,
    fees, funding, pnl, return, exit_reason
  from unnest($2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::float8[], $12::text[]) with ordinality
    as trade (entry_time, exit_time, side, quantity, entry_price, exit_price, fees, funding, pnl, return, exit_reason)`;

export function tradeParameters(trades: BacktestTradeColumns): readonly (readonly (string | number)[])[] {
  return [
    trades.entryTime,
    trades.exitTime,
    trades.side,
    trades.quantity,
    trades.entryPrice,
    trades.exitPrice,
    trades.fees,
    trades.funding,
    trades.pnl,
    trades.return,
    trades.exitReason,
  ];
}
