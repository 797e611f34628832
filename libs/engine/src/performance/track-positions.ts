import type { Trade } from './trade';

/**
 * The position at the close of each of `bars` bars from `tradeFrom` on, after what fills there: the sum of the open trades'
 * quantities in the base currency, short ones negative. A trade is in it from the bar of its entry to the one before its exit,
 * and a leg of one to the one before its own.
 */
export function trackPositions(
  trades: readonly Pick<Trade, 'side' | 'quantity' | 'entryIndex' | 'exitIndex' | 'legs'>[],
  tradeFrom: number,
  bars: number,
): Float64Array {
  const changes = new Float64Array(bars + 1);
  const opened = new Int32Array(bars + 1);
  for (const trade of trades) {
    const { side, quantity, entryIndex, exitIndex } = trade;
    const sign = side === 'long' ? 1 : -1;
    changes[entryIndex - tradeFrom] += sign * quantity;
    for (const leg of trade.legs ?? [trade]) changes[leg.exitIndex - tradeFrom] -= sign * leg.quantity;
    opened[entryIndex - tradeFrom]++;
    opened[exitIndex - tradeFrom]--;
  }
  const positions = new Float64Array(bars);
  let position = 0;
  let open = 0;
  for (let bar = 0; bar < bars; bar++) {
    open += opened[bar];
    // Without an open trade nothing is held, whatever rounding leaves of the sums.
    position = open === 0 ? 0 : position + changes[bar];
    positions[bar] = position;
  }
  return positions;
}
