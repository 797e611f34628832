import type { CandleColumns } from '../market/candle-columns';
import { largestIn } from './range-extremes';
import type { Trade } from './trade';

/** Of each trade, as fractions of its entry price, 0 or positive. */
export interface Excursions {
  /** Maximum adverse excursion: the farthest that the price went against the position. */
  readonly mae: Float64Array;
  /** Maximum favourable excursion: the farthest that it went for the position. */
  readonly mfe: Float64Array;
}

/**
 * The farthest that prices were from the entry, against a position and for it, while it was open (Sweeney, Maximum Adverse
 * Excursion, 1997). Counted are the bars inside the trade, from the entry to the exit, and the exit price itself. A bar that is
 * entered at its close is not inside; one that is left at its open or within it is not either, for what of its range came before the
 * exit is not known.
 */
export function measureExcursions(
  trades: readonly Omit<Trade, 'exitReason'>[],
  candles: CandleColumns,
): Excursions {
  const highest = largestIn(candles.high);
  const lowestNegated = largestIn(candles.low.map((low) => -low));
  const mae = new Float64Array(trades.length);
  const mfe = new Float64Array(trades.length);
  for (const [index, trade] of trades.entries()) {
    const { side, entryPrice } = trade;
    const { exitPrice } = trade.legs?.at(-1) ?? trade;
    const { openTime } = candles;
    const start = trade.entryIndex + (trade.entryTime > openTime[trade.entryIndex] ? 1 : 0);
    const end = trade.exitIndex + (trade.exitTime > openTime[trade.exitIndex] ? 1 : 0);
    const above = Math.max(highest(start, end), exitPrice, entryPrice) - entryPrice;
    const below = entryPrice - Math.min(-lowestNegated(start, end), exitPrice, entryPrice);
    mae[index] = (side === 'long' ? below : above) / entryPrice;
    mfe[index] = (side === 'long' ? above : below) / entryPrice;
  }
  return { mae, mfe };
}
