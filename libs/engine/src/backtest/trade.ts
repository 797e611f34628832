const EXIT_REASONS = ['signal', 'end_of_data', 'bankruptcy'] as const;

export type ExitReason = (typeof EXIT_REASONS)[number];

/** A position from its entry to its exit. Money is in the quote currency. */
export interface Trade {
  /** Open of the entry bar, in ms; entries fill there. */
  readonly entryTime: number;
  /** The moment of the exit, in ms: the bar's open, or its close for `end_of_data` and `bankruptcy`. */
  readonly exitTime: number;
  readonly side: 'long' | 'short';
  readonly quantity: number;
  /** Fill prices, slippage included. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  /** Both fills'. */
  readonly fees: number;
  /** What both fills lost against the prices they aimed at. */
  readonly slippage: number;
  /** Net of fees; a bankrupt account loses what it had and no more. */
  readonly pnl: number;
  /** `pnl` as a fraction of the entry's value. */
  readonly return: number;
  readonly exitReason: ExitReason;
  /** Positions in the candles that were given. */
  readonly entryIndex: number;
  readonly exitIndex: number;
}
