import { candlesFromPrices } from '../../test/candles-from-prices';
import { INDICATORS } from './registry';

/**
 * What the indicators say where nothing moves and nothing trades. The zeros are TA-Lib's convention
 * (python -c "import talib, numpy as n; x = n.full(60, 5.0); print(talib.ADX(x, x, x, 14)[-1])" and so on, TA-Lib 0.8.2);
 * volume-weighted prices, z-scores and the like, which TA-Lib has not, are unknown.
 */
const STILL: Readonly<Record<string, readonly number[]>> = {
  sma: [5],
  ema: [5],
  dema: [5],
  tema: [5],
  wma: [5],
  macd: [0, 0, 0],
  rsi: [0],
  roc: [0],
  momentum: [0],
  linearreg_slope: [0],
  highest: [5],
  lowest: [5],
  stddev: [0],
  zscore: [NaN],
  bollinger: [5, 5, 5],
  realised_volatility: [0],
  parkinson_volatility: [0],
  garman_klass_volatility: [0],
  true_range: [0],
  atr: [0],
  natr: [0],
  keltner: [5, 5, 5],
  donchian: [5, 5, 5],
  supertrend: [5, -1],
  ichimoku: [5, 5, 5, 5],
  adx: [0, 0, 0],
  cci: [0],
  stochastic: [0, 0],
  williams_r: [0],
  mfi: [0],
  obv: [0],
  ad: [0],
  cmf: [NaN],
  vwap: [NaN],
  vwap_day: [NaN, NaN],
};

it.each(Object.keys(INDICATORS))('%s of a market without movement', (name) => {
  const candles = candlesFromPrices(new Array<number>(120).fill(5), 3_600);
  candles.volume.fill(0);
  const indicator = INDICATORS[name];
  const parameters = Object.fromEntries(
    Object.entries(indicator.parameters).map(([key, rule]) => [key, rule.default]),
  );
  const columns =
    indicator.input === 'source'
      ? indicator.compute(candles.close, parameters)
      : indicator.compute(candles, parameters);
  // Adding 0 makes no difference of the zeros' signs.
  expect(columns.map((column) => column[119] + 0)).toEqual(STILL[name]);
});
