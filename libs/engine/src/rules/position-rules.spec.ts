import { candlesFromPrices } from '../../test/candles-from-prices';
