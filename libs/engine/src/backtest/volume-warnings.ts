import { type CandleColumns } from '../market/candle-columns';
import { type Trade } from '../performance/trade';

/** Of a bar's volume; a larger order moves the price that it is filled at here. */
const LARGE_SHARE = 0.1;

/**
 * Fills that the market might not have given: on bars without any volume, in a series that has some otherwise, and above a
 * tenth of their bar's volume, where this counts the same units as the quantities.
 */
export function volumeWarnings(
  trades: readonly Trade[],
  { volume }: CandleColumns,
  volumeInBaseUnits: boolean,
): string[] {
  let idle = 0;
  let large = 0;
  let largestShare = 0;
  for (const { quantity, entryIndex, exitIndex } of trades) {
    for (const index of [entryIndex, exitIndex]) {
      if (volume[index] === 0) idle++;
      else if (volumeInBaseUnits && quantity > LARGE_SHARE * volume[index]) {
        large++;
        largestShare = Math.max(largestShare, quantity / volume[index]);
      }
    }
  }
  const warnings: string[] = [];
  if (idle > 0 && volume.some((traded) => traded > 0)) {
    warnings.push(`fills on bars of volume 0, where the series trades otherwise: ${idle}`);
  }
  if (large > 0) {
    const percent = Number((100 * largestShare).toPrecision(3));
    warnings.push(`fills above a tenth of their bar's volume: ${large}, the largest is ${percent} % of it`);
  }
  return warnings;
}
