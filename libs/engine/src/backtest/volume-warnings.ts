import { type CandleColumns } from '../market/candle-columns';
import { type Trade } from '../performance/trade';
import { FillVolumes } from './fill-volumes';

/**
 * Fills that the market might not have given: on bars without any volume, in a series that has some otherwise, and above a
 * tenth of their bar's volume, where this counts the same units as the quantities.
 */
export function volumeWarnings(
  trades: readonly Trade[],
  { volume }: CandleColumns,
  volumeInBaseUnits: boolean,
): string[] {
  const fills = volumesOfTrades(trades, volume, volumeInBaseUnits);
  return fills.warnings(() => volume.some((traded) => traded > 0));
}

/** All fills of each trade, against the volumes of the candles that the trades are of. */
export function volumesOfTrades(
  trades: readonly Trade[],
  volume: Float64Array,
  volumeInBaseUnits: boolean,
): FillVolumes {
  const fills = new FillVolumes();
  for (const trade of trades) {
    fills.note(trade.quantity, volume[trade.entryIndex], volumeInBaseUnits);
    for (const { quantity, exitIndex } of trade.legs ?? [trade]) {
      fills.note(quantity, volume[exitIndex], volumeInBaseUnits);
    }
  }
  return fills;
}
