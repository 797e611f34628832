import { type CandleColumns } from '../market/candle-columns';
import { type TradeRows } from '../performance/trade-rows';
import { FillVolumes } from './fill-volumes';

/**
 * Fills that the market might not have given: on bars without any volume, in a series that has some otherwise, and above a
 * tenth of their bar's volume, where this counts the same units as the quantities.
 */
export function volumeWarnings(
  trades: TradeRows,
  { volume }: CandleColumns,
  volumeInBaseUnits: boolean,
): string[] {
  const fills = volumesOfTrades(trades, volume, volumeInBaseUnits);
  return fills.warnings(() => volume.some((traded) => traded > 0));
}

/** All fills of each trade, against the volumes of the candles that the trades are of. */
export function volumesOfTrades(
  trades: TradeRows,
  volume: Float64Array,
  volumeInBaseUnits: boolean,
): FillVolumes {
  const fills = new FillVolumes();
  // One after the other is a fraction of what the fills' bars take, which lie far apart.
  if (!volumeInBaseUnits && volume.indexOf(0) < 0) return fills;
  for (let index = 0; index < trades.length; index++) {
    const quantity = trades.quantity(index);
    fills.note(quantity, volume[trades.entryIndex(index)], volumeInBaseUnits);
    const legs = trades.legs(index);
    if (legs === undefined) fills.note(quantity, volume[trades.exitIndex(index)], volumeInBaseUnits);
    else for (const leg of legs) fills.note(leg.quantity, volume[leg.exitIndex], volumeInBaseUnits);
  }
  return fills;
}
