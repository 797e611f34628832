import { dailyVolumeWeightedAveragePrice } from '../indicators/daily-volume-weighted-average-price';
import { INDICATORS } from '../indicators/registry';
import { type CandleColumns } from '../market/candle-columns';
import { type StrategyParameters } from '../backtest/strategy';
import { type LineScale, scaleOfIndicator } from './line-scale';

/** What a chart shows of a strategy: a value per candle, NaN where there is none. */
export interface StrategyLine extends LineScale {
  /** Such as sma(10) or bollinger(20, 2).upper; unique among the lines of a strategy. */
  readonly name: string;
  readonly values: Float64Array;
}

type Lines = (candles: CandleColumns, parameters: StrategyParameters) => readonly StrategyLine[];

/** The lines of the built-in strategies that have any: what their signals compare, at the bar at which they compare it. */
const LINES: Readonly<Record<string, Lines>> = {
  sma_cross: (candles, { fast, slow }) => [
    ...indicatorLines(candles, 'sma', { period: fast }),
    ...indicatorLines(candles, 'sma', { period: slow }),
  ],
  ema_cross: (candles, { fast, slow }) => [
    ...indicatorLines(candles, 'ema', { period: fast }),
    ...indicatorLines(candles, 'ema', { period: slow }),
  ],
  macd: (candles, { fast, slow, signal }) => indicatorLines(candles, 'macd', { fast, slow, signal }),
  rsi_reversion: (candles, { period, oversold, overbought }) =>
    withThresholds(indicatorLines(candles, 'rsi', { period }), { oversold, overbought }),
  bollinger_reversion: bollingerLines,
  bollinger_breakout: bollingerLines,
  zscore_reversion: (candles, { period, entry, exit }) =>
    withThresholds(indicatorLines(candles, 'zscore', { period }), {
      'lower entry': -entry,
      'upper entry': entry,
      'lower exit': -exit,
      'upper exit': exit,
    }),
  vwap_reversion: vwapLines,
  donchian_breakout: channelLines,
  turtle: channelLines,
  keltner_breakout: (candles, { ema, atr, multiplier }) =>
    indicatorLines(candles, 'keltner', { ema, atr, multiplier }),
  supertrend: (candles, { period, multiplier }) =>
    indicatorLines(candles, 'supertrend', { period, multiplier }).slice(0, 1),
  ichimoku: (candles, { conversion, base, span, displacement }) =>
    indicatorLines(candles, 'ichimoku', { conversion, base, span, displacement }),
  momentum: (candles, { lookback, threshold }) =>
    withThresholds(indicatorLines(candles, 'roc', { period: lookback }), {
      'lower threshold': -100 * threshold,
      'upper threshold': 100 * threshold,
    }),
};

export const BUILT_IN_LINES: ReadonlyMap<string, Lines> = new Map(Object.entries(LINES));

function bollingerLines(candles: CandleColumns, { period, std }: StrategyParameters) {
  return indicatorLines(candles, 'bollinger', { period, std });
}

/** A close is compared with the channels of the bars before it. */
function channelLines(candles: CandleColumns, { entry, exit }: StrategyParameters): StrategyLine[] {
  const channels = [...new Set([entry, exit])].flatMap((period) =>
    indicatorLines(candles, 'donchian', { period }).slice(1),
  );
  return channels.map(({ name, values, ...scale }) => {
    const before = new Float64Array(values.length).fill(NaN, 0, 1);
    before.set(values.subarray(0, values.length - 1), 1);
    return { ...scale, name: `${name}[1]`, values: before };
  });
}

function vwapLines(candles: CandleColumns, { std }: StrategyParameters): StrategyLine[] {
  const { average, deviation } = dailyVolumeWeightedAveragePrice(candles);
  const scale = scaleOfIndicator('vwap_day', 0);
  const bandAt = (factor: number) => average.map((value, bar) => value + factor * deviation[bar]);
  return [
    { ...scale, name: 'vwap_day', values: average },
    { ...scale, name: `vwap_day + ${std} deviations`, values: bandAt(std) },
    { ...scale, name: `vwap_day - ${std} deviations`, values: bandAt(-std) },
  ];
}

/** Every output of an indicator, of the close where it takes a column. */
function indicatorLines(
  candles: CandleColumns,
  name: string,
  parameters: StrategyParameters,
): StrategyLine[] {
  const indicator = INDICATORS[name];
  const columns =
    indicator.input === 'candles'
      ? indicator.compute(candles, parameters)
      : indicator.compute(candles.close, parameters);
  const values = Object.keys(indicator.parameters).map((parameter) => parameters[parameter]);
  return columns.map((column, output) => ({
    ...scaleOfIndicator(name, output),
    name: lineName(name, values, output),
    values: column,
  }));
}

/** Such as bollinger(20, 2).upper; an indicator of one output is known by its own name. */
export function lineName(name: string, parameters: readonly number[], output: number): string {
  const { outputs } = INDICATORS[name];
  const settings = parameters.length > 0 ? `(${parameters.join(', ')})` : '';
  return `${name}${settings}${outputs.length > 1 ? `.${outputs[output]}` : ''}`;
}

/** A level for each threshold in the panel of the lines. */
function withThresholds(
  lines: readonly StrategyLine[],
  thresholds: Readonly<Record<string, number>>,
): StrategyLine[] {
  const [{ panel, unit, values }] = lines;
  const levels = Object.entries(thresholds).map(([name, level]) => ({
    panel,
    unit,
    name,
    values: new Float64Array(values.length).fill(level),
  }));
  return [...lines, ...levels];
}
