/** Why a position was closed. */
export const EXIT_REASONS = [
  'signal',
  'stop_loss',
  'take_profit',
  'trailing_stop',
  'liquidation',
  'end_of_data',
  'bankruptcy',
  'max_bars',
] as const;

export type ExitReason = (typeof EXIT_REASONS)[number];

/** What was closed of a position in one fill: fees and slippage of the entry are shared by quantity. */
export interface TradeLeg extends Pick<
  Trade,
  'exitTime' | 'exitPrice' | 'quantity' | 'fees' | 'funding' | 'slippage' | 'pnl' | 'exitIndex' | 'exitTag'
> {
  /** `reduce` for all but the last one, which has the reason of the trade. */
  readonly exitReason: string;
}

/** A position from its entry to its exit. Money is in the quote currency. */
export interface Trade {
  /** The moment of the entry's fill, in ms: the open of its bar, or its close where fills are at the close. */
  readonly entryTime: number;
  /**
   * The moment of the exit, in ms: its bar's open or close, whichever filled it. What happened within a bar has the
   * time of the bar's open, the last moment known before it.
   */
  readonly exitTime: number;
  readonly side: 'long' | 'short';
  readonly quantity: number;
  /** Fill prices, slippage included; of several legs the average exit. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  /** Both fills'. */
  readonly fees: number;
  /** Paid for holding a perpetual, negative when received. */
  readonly funding: number;
  /** What both fills lost against their reference prices; part of the prices, not of the fees. */
  readonly slippage: number;
  /** Net of fees and funding; a bankrupt account loses what it had and no more. */
  readonly pnl: number;
  /** `pnl` as a fraction of the entry's value. */
  readonly return: number;
  readonly exitReason: ExitReason;
  /** Positions in the candles that were given. */
  readonly entryIndex: number;
  readonly exitIndex: number;
  /** Of the rule that decided the entry, and of the one that decided the exit; absent where it has none. */
  readonly entryTag?: string;
  readonly exitTag?: string;
  /** In order; absent where one fill closed all of the position. */
  readonly legs?: readonly TradeLeg[];
}
