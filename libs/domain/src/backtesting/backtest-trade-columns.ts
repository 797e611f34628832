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
  readonly entryTag: readonly (string | null)[];
  readonly exitTag: readonly (string | null)[];
  /** Of each trade the StoredLegs as JSON; null where one fill closed it. */
  readonly legs: readonly (string | null)[];
  readonly mae: readonly number[];
  readonly mfe: readonly number[];
}

export const TRADE_COLUMNS = `position, entry_time, exit_time, side, quantity, entry_price, exit_price,
  fees, funding, pnl, return, exit_reason, entry_tag, exit_tag, legs`;

/** What is computed of a trade and its candles beside; trades of runs of before it was kept have none. */
export const EXCURSION_COLUMNS = 'mae, mfe';

/** Selects TRADE_COLUMNS and EXCURSION_COLUMNS from the parameters 2 to 17, which are `tradeParameters`. */
export const TRADE_ROWS = `
  select ordinality::integer - 1 as position, entry_time, exit_time, side, quantity, entry_price, exit_price,
    fees, funding, pnl, return, exit_reason, entry_tag, exit_tag, legs::jsonb, mae, mfe
  from unnest($2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::float8[], $12::text[], $13::text[], $14::text[], $15::text[], $16::float8[],
    $17::float8[]) with ordinality as trade (entry_time, exit_time, side, quantity, entry_price, exit_price, fees, funding,
      pnl, return, exit_reason, entry_tag, exit_tag, legs, mae, mfe)`;

export function tradeParameters(
  trades: BacktestTradeColumns,
): readonly (readonly (string | number | null)[])[] {
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
    trades.entryTag,
    trades.exitTag,
    trades.legs,
    trades.mae,
    trades.mfe,
  ];
}
