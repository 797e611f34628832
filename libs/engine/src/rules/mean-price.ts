import { type CandleColumns } from '../market/candle-columns';
import { MEAN_PRICE_NAMES, type MeanPriceName, type PriceName } from './rule-node';

export function isMeanPrice(name: PriceName): name is MeanPriceName {
  return (MEAN_PRICE_NAMES as readonly string[]).includes(name);
}

/** The mean of prices of each candle: hl2 of high and low, hlc3 of these and the close, ohlc4 of all four. */
export function meanPrice(
  { open, high, low, close, length }: CandleColumns,
  name: MeanPriceName,
): Float64Array {
  const means = new Float64Array(length);
  switch (name) {
    case 'hl2':
      for (let bar = 0; bar < length; bar++) means[bar] = (high[bar] + low[bar]) / 2;
      break;
    case 'hlc3':
      for (let bar = 0; bar < length; bar++) means[bar] = (high[bar] + low[bar] + close[bar]) / 3;
      break;
    case 'ohlc4':
      for (let bar = 0; bar < length; bar++) means[bar] = (open[bar] + high[bar] + low[bar] + close[bar]) / 4;
      break;
  }
  return means;
}
