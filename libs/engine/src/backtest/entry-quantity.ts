/** Division leaves 0.3 / 0.1 a rounding error below 3; a few of those errors are still the whole lot. */
const ROUNDING = 1 + 4 * Number.EPSILON;

/**
 * The largest quantity whose value and fee the equity pays for at this fill price, floored to whole lots; 0 when it is
 * less than one lot. Sized as backtesting.py does.
 */
export function entryQuantity(
  equity: number,
  fillPrice: number,
  feeRate: number,
  lotSize: number | null,
): number {
  const affordable = equity / (fillPrice * (1 + feeRate));
  if (!(affordable > 0)) return 0;
  return lotSize === null ? affordable : floorToLot(affordable, lotSize);
}

function floorToLot(quantity: number, lotSize: number): number {
  const lots = Math.floor((quantity / lotSize) * ROUNDING);
  // Dividing by a whole number of lots per unit keeps 3 lots of 0.1 at 0.3 instead of 0.30000000000000004.
  const lotsPerUnit = Math.round(1 / lotSize);
  const wholePerUnit = lotsPerUnit > 1 && Math.abs(lotsPerUnit * lotSize - 1) < 1e-9;
  return wholePerUnit ? lots / lotsPerUnit : lots * lotSize;
}
