import { type Sizing } from './execution';

/** Division leaves 0.3 / 0.1 a rounding error below 3; a few of those errors are still the whole lot. */
const ROUNDING = 1 + 4 * Number.EPSILON;

/**
 * The largest quantity whose margin (value / leverage) and entry fee the equity pays for at this fill price, in any
 * fraction. Without leverage it is what backtesting.py sizes; with it, that fee is on the whole value and comes on top
 * of the margin.
 */
export function affordableQuantity(
  equity: number,
  fillPrice: number,
  feeRate: number,
  leverage: number,
): number {
  const affordable = (equity * leverage) / (fillPrice * (1 + leverage * feeRate));
  return affordable > 0 ? affordable : 0;
}

export interface EntryFacts {
  readonly equity: number;
  readonly fillPrice: number;
  readonly feeRate: number;
  readonly leverage: number;
  /** From the fill price to the stop-loss; only risk_percent needs it. */
  readonly stopDistance: number;
  /** Annualised, at the deciding close; only volatility_target needs it. */
  readonly annualVolatility: number;
}

/**
 * The quantity of a sizing, whether the equity affords it or not:
 * `percent_equity` that share of the affordable quantity (the share is of the margin, so leverage multiplies it);
 * `fixed_cash` what that much cash affords, fee included; `fixed_quantity` itself;
 * `risk_percent` the quantity that loses that share of the equity at the stop-loss, before costs;
 * `volatility_target` the position whose annual volatility is the target: target / volatility of the equity, at most
 * `leverage` times it.
 */
export function wantedQuantity({ mode, value }: Sizing, facts: EntryFacts): number {
  const { equity, fillPrice, feeRate, leverage } = facts;
  switch (mode) {
    case 'percent_equity':
      return affordableQuantity(equity, fillPrice, feeRate, leverage) * value;
    case 'fixed_cash':
      return affordableQuantity(value, fillPrice, feeRate, leverage);
    case 'fixed_quantity':
      return value;
    case 'risk_percent':
      return (equity * value) / facts.stopDistance;
    case 'volatility_target': {
      // Without any movement the volatility is 0, and the leverage the limit.
      const share = Math.min(1, value / facts.annualVolatility / leverage);
      return affordableQuantity(equity, fillPrice, feeRate, leverage) * share;
    }
  }
}

/** The largest multiple of the lot that is not above the quantity; null leaves any fraction as it is. */
export function floorToLot(quantity: number, lotSize: number | null): number {
  if (lotSize === null) return quantity;
  const lots = Math.floor((quantity / lotSize) * ROUNDING);
  // Dividing by a whole number of lots per unit keeps 3 lots of 0.1 at 0.3 instead of 0.30000000000000004.
  const lotsPerUnit = Math.round(1 / lotSize);
  const wholePerUnit = lotsPerUnit > 1 && Math.abs(lotsPerUnit * lotSize - 1) < 1e-9;
  return wholePerUnit ? lots / lotsPerUnit : lots * lotSize;
}
