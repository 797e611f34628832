import { averageDirectionalIndexIndicator } from './average-directional-index';
import { averageTrueRangeIndicator } from './average-true-range';
import { bollingerBandsIndicator } from './bollinger-bands';
import { commodityChannelIndexIndicator } from './commodity-channel-index';
import { dailyVolumeWeightedAveragePriceIndicator } from './daily-volume-weighted-average-price';
import { exponentialMovingAverageIndicator } from './exponential-moving-average';
import { ichimokuIndicator } from './ichimoku';
import { Indicator } from './indicator';
import { keltnerChannelIndicator } from './keltner-channel';
import { momentumIndicator } from './momentum';
import { moneyFlowIndexIndicator } from './money-flow-index';
import { macdIndicator } from './moving-average-convergence-divergence';
import { normalizedAverageTrueRangeIndicator } from './normalized-average-true-range';
import { onBalanceVolumeIndicator } from './on-balance-volume';
import { rateOfChangeIndicator } from './rate-of-change';
import { realisedVolatilityIndicator } from './realised-volatility';
import { relativeStrengthIndexIndicator } from './relative-strength-index';
import { highestIndicator, lowestIndicator } from './rolling-extremes';
import { standardDeviationIndicator } from './rolling-standard-deviation';
import { rollingVolumeWeightedAveragePriceIndicator } from './rolling-volume-weighted-average-price';
import { simpleMovingAverageIndicator } from './simple-moving-average';
import { stochasticOscillatorIndicator } from './stochastic-oscillator';
import { supertrendIndicator } from './supertrend';
import { trueRangeIndicator } from './true-range';
import { weightedMovingAverageIndicator } from './weighted-moving-average';
import { williamsPercentRangeIndicator } from './williams-percent-range';
import { zScoreIndicator } from './z-score';

/** The indicators by the name that rules and features know them by. */
export const INDICATORS: Readonly<Record<string, Indicator>> = {
  sma: simpleMovingAverageIndicator,
  ema: exponentialMovingAverageIndicator,
  wma: weightedMovingAverageIndicator,
  macd: macdIndicator,
  rsi: relativeStrengthIndexIndicator,
  roc: rateOfChangeIndicator,
  momentum: momentumIndicator,
  highest: highestIndicator,
  lowest: lowestIndicator,
  stddev: standardDeviationIndicator,
  zscore: zScoreIndicator,
  bollinger: bollingerBandsIndicator,
  realised_volatility: realisedVolatilityIndicator,
  true_range: trueRangeIndicator,
  atr: averageTrueRangeIndicator,
  natr: normalizedAverageTrueRangeIndicator,
  keltner: keltnerChannelIndicator,
  supertrend: supertrendIndicator,
  ichimoku: ichimokuIndicator,
  adx: averageDirectionalIndexIndicator,
  cci: commodityChannelIndexIndicator,
  stochastic: stochasticOscillatorIndicator,
  williams_r: williamsPercentRangeIndicator,
  mfi: moneyFlowIndexIndicator,
  obv: onBalanceVolumeIndicator,
  vwap: rollingVolumeWeightedAveragePriceIndicator,
  vwap_day: dailyVolumeWeightedAveragePriceIndicator,
};
