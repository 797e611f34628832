import type { Trade } from './trade';

/**
 * The position at the close of each of `bars` bars from `tradeFrom` on, after what fills there: the sum of the open trades'
 * quantities in the base currency, short ones negative. A trade is in it from the bar of its entry to the one before its exit.
 */
export function trackPositions(
  trades: readonly Pick<Trade, 'side' | 'quantity' | 'entryIndex' | 'exitIndex'>[],
  tradeFrom: number,
  bars: number,
): Float64Array {
  const changes = new Float64Array(bars + 1);
  const opened = new Int32Array(bars + 1);
  for (const { side, quantity, entryIndex, exitIndex } of trades) {
    const signed = side === 'long' ? quantity : -quantity;
    changes[entryIndex - tradeFrom] += signed;
    changes[exitIndex - tradeFrom] -= signed;
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
