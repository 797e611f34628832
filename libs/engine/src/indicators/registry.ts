import { accumulationDistributionIndicator } from './accumulation-distribution';
import { averageDirectionalIndexIndicator } from './average-directional-index';
import { averageTrueRangeIndicator } from './average-true-range';
import { bollingerBandsIndicator } from './bollinger-bands';
import { chaikinMoneyFlowIndicator } from './chaikin-money-flow';
import { commodityChannelIndexIndicator } from './commodity-channel-index';
import { dailyVolumeWeightedAveragePriceIndicator } from './daily-volume-weighted-average-price';
import { donchianChannelIndicator } from './donchian-channel';
import { doubleExponentialMovingAverageIndicator } from './double-exponential-moving-average';
import { exponentialMovingAverageIndicator } from './exponential-moving-average';
import { ichimokuIndicator } from './ichimoku';
import { type Indicator } from './indicator';
import { keltnerChannelIndicator } from './keltner-channel';
import { linearRegressionSlopeIndicator } from './linear-regression-slope';
import { momentumIndicator } from './momentum';
import { moneyFlowIndexIndicator } from './money-flow-index';
import { macdIndicator } from './moving-average-convergence-divergence';
import { normalizedAverageTrueRangeIndicator } from './normalized-average-true-range';
import { onBalanceVolumeIndicator } from './on-balance-volume';
import { garmanKlassVolatilityIndicator, parkinsonVolatilityIndicator } from './range-volatility';
import { rateOfChangeIndicator } from './rate-of-change';
import { realisedVolatilityIndicator } from './realised-volatility';
import { relativeStrengthIndexIndicator } from './relative-strength-index';
import { highestIndicator, lowestIndicator } from './rolling-extremes';
import { standardDeviationIndicator } from './rolling-standard-deviation';
import { rollingVolumeWeightedAveragePriceIndicator } from './rolling-volume-weighted-average-price';
import { simpleMovingAverageIndicator } from './simple-moving-average';
import { stochasticOscillatorIndicator } from './stochastic-oscillator';
import { supertrendIndicator } from './supertrend';
import { tripleExponentialMovingAverageIndicator } from './triple-exponential-moving-average';
import { trueRangeIndicator } from './true-range';
import { weightedMovingAverageIndicator } from './weighted-moving-average';
import { williamsPercentRangeIndicator } from './williams-percent-range';
import { zScoreIndicator } from './z-score';

/** The indicators by the name that rules and features know them by. */
export const INDICATORS: Readonly<Record<string, Indicator>> = {
  sma: simpleMovingAverageIndicator,
  ema: exponentialMovingAverageIndicator,
  dema: doubleExponentialMovingAverageIndicator,
  tema: tripleExponentialMovingAverageIndicator,
  wma: weightedMovingAverageIndicator,
  macd: macdIndicator,
  rsi: relativeStrengthIndexIndicator,
  roc: rateOfChangeIndicator,
  momentum: momentumIndicator,
  linearreg_slope: linearRegressionSlopeIndicator,
  highest: highestIndicator,
  lowest: lowestIndicator,
  stddev: standardDeviationIndicator,
  zscore: zScoreIndicator,
  bollinger: bollingerBandsIndicator,
  realised_volatility: realisedVolatilityIndicator,
  parkinson_volatility: parkinsonVolatilityIndicator,
  garman_klass_volatility: garmanKlassVolatilityIndicator,
  true_range: trueRangeIndicator,
  atr: averageTrueRangeIndicator,
  natr: normalizedAverageTrueRangeIndicator,
  keltner: keltnerChannelIndicator,
  donchian: donchianChannelIndicator,
  supertrend: supertrendIndicator,
  ichimoku: ichimokuIndicator,
  adx: averageDirectionalIndexIndicator,
  cci: commodityChannelIndexIndicator,
  stochastic: stochasticOscillatorIndicator,
  williams_r: williamsPercentRangeIndicator,
  mfi: moneyFlowIndexIndicator,
  obv: onBalanceVolumeIndicator,
  ad: accumulationDistributionIndicator,
  cmf: chaikinMoneyFlowIndicator,
  vwap: rollingVolumeWeightedAveragePriceIndicator,
  vwap_day: dailyVolumeWeightedAveragePriceIndicator,
};
