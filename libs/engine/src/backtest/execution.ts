/** How signals become fills, as plain numbers with every default already filled in. */
export interface Execution {
  /** In the quote currency, above 0. */
  readonly initialCapital: number;
  /** Fraction of a fill's value, for take-profit and limit fills; negative is a rebate. */
  readonly makerFeeRate: number;
  /** Fraction of a fill's value, for market fills, stops and liquidations. */
  readonly takerFeeRate: number;
  /** Fraction by which a market or stop fill is worse than its reference price: buys pay more, sells get less. */
  readonly slippageRate: number;
  /** Quantities are whole multiples of this; null trades any fraction. */
  readonly lotSize: number | null;
  readonly allowShort: boolean;
  /** Where the decision of a bar is filled: at the next bar's open, or at the very close that decided it. */
  readonly fill: FillMode;
  readonly sizing: Sizing;
  /** Value of a position over the margin it ties up, 1 to 125. Above 1 the margin is isolated and can be liquidated. */
  readonly leverage: number;
  readonly stopLoss: Distance | null;
  readonly takeProfit: Distance | null;
  readonly trailingStop: Distance | null;
  readonly funding: FundingMode;
}

export const FILLS = ['next_open', 'close'] as const;

export type FillMode = (typeof FILLS)[number];

export const SIZING_MODES = [
  'percent_equity',
  'fixed_cash',
  'fixed_quantity',
  'risk_percent',
  'volatility_target',
] as const;

export type SizingMode = (typeof SIZING_MODES)[number];

/** How much an entry buys; see entryQuantity for the formula of each mode. */
export interface Sizing {
  readonly mode: SizingMode;
  /** A fraction (0.25 is 25 %) for percent_equity, risk_percent and volatility_target; quote currency; or units. */
  readonly value: number;
}

/** From the entry's fill price: a fraction of it, or a multiple of the ATR(14) of the bar that decided the entry. */
export interface Distance {
  readonly unit: 'fraction' | 'atr';
  readonly value: number;
}

/** `expected`: their absence is worth a warning; `where_known`: whatever rates there are; `off`: none. */
export type FundingMode = 'expected' | 'where_known' | 'off';

/** What an account trades with when nothing is said but the capital: no costs, all equity, nothing protective. */
export const PLAIN_EXECUTION: Execution = {
  initialCapital: 10_000,
  makerFeeRate: 0,
  takerFeeRate: 0,
  slippageRate: 0,
  lotSize: null,
  allowShort: false,
  fill: 'next_open',
  sizing: { mode: 'percent_equity', value: 1 },
  leverage: 1,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  funding: 'where_known',
};

/** Share of an entry's value that a leveraged position must still be worth in margin, or it is liquidated. */
export const MAINTENANCE_MARGIN_RATE = 0.005;

/** With one fee rate, a fraction of a fill's value, for makers and takers. */
export function chargedWith(execution: Execution, feeRate: number): Execution {
  return { ...execution, makerFeeRate: feeRate, takerFeeRate: feeRate };
}

/** How the benchmark holds: at the costs of the execution, with all of the capital, and without what would end it. */
export function holdingExecution(execution: Execution): Execution {
  const { sizing, leverage, stopLoss, takeProfit, trailingStop } = PLAIN_EXECUTION;
  return { ...execution, sizing, leverage, stopLoss, takeProfit, trailingStop };
}
