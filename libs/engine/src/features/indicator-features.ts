import { averageDirectionalIndexIndicator } from '../indicators/average-directional-index';
import { averageTrueRangeIndicator } from '../indicators/average-true-range';
import { commodityChannelIndexIndicator } from '../indicators/commodity-channel-index';
import { exponentialMovingAverageIndicator } from '../indicators/exponential-moving-average';
import { type Indicator } from '../indicators/indicator';
import { moneyFlowIndexIndicator } from '../indicators/money-flow-index';
import { macdIndicator } from '../indicators/moving-average-convergence-divergence';
import { normalizedAverageTrueRangeIndicator } from '../indicators/normalized-average-true-range';
import { rateOfChangeIndicator } from '../indicators/rate-of-change';
import { realisedVolatilityIndicator } from '../indicators/realised-volatility';
import { relativeStrengthIndexIndicator } from '../indicators/relative-strength-index';
import { simpleMovingAverageIndicator } from '../indicators/simple-moving-average';
import { stochasticOscillatorIndicator } from '../indicators/stochastic-oscillator';
import { williamsPercentRangeIndicator } from '../indicators/williams-percent-range';
import { zScoreIndicator } from '../indicators/z-score';
import { type Bar } from '../market/candle-columns';
import { type FeatureDescription, type FeatureGroup } from './feature-group';

/** An output of an indicator as a feature. */
interface Served {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  /** Where it is known before the indicator's other outputs are. */
  readonly lookback?: number;
}

interface IndicatorInUse {
  readonly indicator: Indicator;
  readonly parameters: Readonly<Record<string, number>>;
  /** In the order of the indicator's outputs. */
  readonly served: readonly Served[];
}

function use(
  indicator: Indicator,
  parameters: Readonly<Record<string, number>>,
  ...served: readonly Served[]
): IndicatorInUse {
  return { indicator, parameters, served };
}

const IN_USE: readonly IndicatorInUse[] = [
  use(
    relativeStrengthIndexIndicator,
    { period: 14 },
    {
      name: 'rsi_14',
      summary: 'Relative strength index of the close over 14 bars, 0 to 100.',
      source: 'TA-Lib RSI',
    },
  ),
  use(
    moneyFlowIndexIndicator,
    { period: 14 },
    { name: 'mfi_14', summary: 'Money flow index over 14 bars, 0 to 100.', source: 'TA-Lib MFI' },
  ),
  use(
    averageDirectionalIndexIndicator,
    { period: 14 },
    { name: 'adx_14', summary: 'Average directional index over 14 bars, 0 to 100.', source: 'TA-Lib ADX' },
    {
      name: 'plus_di_14',
      summary: 'Share of the range that moved up over 14 bars, 0 to 100.',
      source: 'TA-Lib PLUS_DI',
      lookback: 14,
    },
    {
      name: 'minus_di_14',
      summary: 'Share of the range that moved down over 14 bars, 0 to 100.',
      source: 'TA-Lib MINUS_DI',
      lookback: 14,
    },
  ),
  ...[20, 50, 200].map((period) =>
    use(
      simpleMovingAverageIndicator,
      { period },
      { name: `sma_${period}`, summary: `Mean of the last ${period} closes.`, source: 'TA-Lib SMA' },
    ),
  ),
  ...[12, 26].map((period) =>
    use(
      exponentialMovingAverageIndicator,
      { period },
      {
        name: `ema_${period}`,
        summary: `Exponential moving average of the close over ${period} bars.`,
        source: 'TA-Lib EMA',
      },
    ),
  ),
  use(
    macdIndicator,
    { fast: 12, slow: 26, signal: 9 },
    {
      name: 'macd',
      summary: 'Exponential moving average over 12 bars minus that over 26.',
      source: 'TA-Lib MACD',
    },
    {
      name: 'macd_signal',
      summary: 'Exponential moving average of macd over 9 bars.',
      source: 'TA-Lib MACD',
    },
    { name: 'macd_hist', summary: 'macd minus macd_signal.', source: 'TA-Lib MACD' },
  ),
  use(
    averageTrueRangeIndicator,
    { period: 14 },
    { name: 'atr_14', summary: 'Average true range over 14 bars.', source: 'TA-Lib ATR' },
  ),
  use(
    normalizedAverageTrueRangeIndicator,
    { period: 14 },
    {
      name: 'natr_14',
      summary: 'Average true range over 14 bars in percent of the close.',
      source: 'TA-Lib NATR',
    },
  ),
  use(
    stochasticOscillatorIndicator,
    { period: 14, smooth: 3, signal: 3 },
    {
      name: 'stoch_k',
      summary: 'Position of the close in the range of 14 bars, averaged over 3, 0 to 100.',
      source: 'TA-Lib STOCH (14, 3, 3)',
    },
    { name: 'stoch_d', summary: 'Mean of stoch_k over 3 bars.', source: 'TA-Lib STOCH (14, 3, 3)' },
  ),
  use(
    commodityChannelIndexIndicator,
    { period: 20 },
    { name: 'cci_20', summary: 'Commodity channel index over 20 bars.', source: 'TA-Lib CCI' },
  ),
  use(
    williamsPercentRangeIndicator,
    { period: 14 },
    { name: 'willr_14', summary: "Williams' %R over 14 bars, -100 to 0.", source: 'TA-Lib WILLR' },
  ),
  use(
    rateOfChangeIndicator,
    { period: 10 },
    { name: 'roc_10', summary: 'Change of the close over 10 bars in percent.', source: 'TA-Lib ROC' },
  ),
  use(
    zScoreIndicator,
    { period: 20 },
    {
      name: 'zscore_20',
      summary:
        'Distance of the close to sma_20 in population standard deviations; unknown if all 20 are equal.',
      source: 'pandas',
    },
  ),
  use(
    realisedVolatilityIndicator,
    { period: 20, bars_per_year: 1 },
    {
      name: 'volatility_20',
      summary: 'Sample standard deviation of the last 20 of log_return, not annualised.',
      source: 'pandas',
    },
  ),
];

function describeUse({ indicator, parameters, served }: IndicatorInUse): FeatureDescription[] {
  const known = indicator.lookback(parameters);
  const settled = indicator.warmup(parameters);
  if (settled === null) throw new Error(`${indicator.name} never forgets where it was begun`);
  return served.map(({ name, summary, source, lookback = known }) => ({
    name,
    group: 'candelabra',
    summary,
    source,
    lookback,
    warmup: settled,
  }));
}

/** Indicators of the registry that are features as they are. */
export const indicatorFeaturesGroup: FeatureGroup = {
  features: IN_USE.flatMap(describeUse),

  start(values) {
    let offset = 0;
    const updates = IN_USE.map(({ indicator, parameters, served }) => {
      const target = values.subarray(offset, (offset += served.length));
      if (indicator.input === 'source') {
        const state = indicator.start(parameters);
        return ({ close }: Bar) => {
          state.update(close);
          target.set(state.values);
        };
      }
      const state = indicator.start(parameters);
      return (bar: Bar) => {
        state.update(bar);
        target.set(state.values);
      };
    });
    return (bar) => {
      for (const update of updates) update(bar);
    };
  },
};
