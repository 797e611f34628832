interface IndicatorParameter {
  readonly name: string;
  readonly default: number;
}

interface ListedIndicator {
  readonly title: string;
  readonly parameters: readonly IndicatorParameter[];
}

const of = (title: string, parameters: Readonly<Record<string, number>> = {}): ListedIndicator => ({
  title,
  parameters: Object.entries(parameters).map(([name, value]) => ({ name, default: value })),
});

/** The indicators of the service (docs/indicators.md), with their parameters in the order that the address of a chart has them in. */
export const INDICATORS: Readonly<Record<string, ListedIndicator>> = {
  sma: of('Simple moving average', { period: 20 }),
  ema: of('Exponential moving average', { period: 20 }),
  dema: of('Double exponential moving average', { period: 20 }),
  tema: of('Triple exponential moving average', { period: 20 }),
  wma: of('Weighted moving average', { period: 20 }),
  macd: of('MACD', { fast: 12, slow: 26, signal: 9 }),
  rsi: of('Relative strength index', { period: 14 }),
  roc: of('Rate of change', { period: 10 }),
  momentum: of('Momentum', { period: 10 }),
  linearreg_slope: of('Linear regression slope', { period: 14 }),
  highest: of('Highest value', { period: 20 }),
  lowest: of('Lowest value', { period: 20 }),
  stddev: of('Standard deviation', { period: 20 }),
  zscore: of('Z-score', { period: 20 }),
  bollinger: of('Bollinger bands', { period: 20, std: 2 }),
  realised_volatility: of('Realised volatility', { period: 20, bars_per_year: 365 }),
  parkinson_volatility: of('Parkinson volatility', { period: 20, bars_per_year: 365 }),
  garman_klass_volatility: of('Garman-Klass volatility', { period: 20, bars_per_year: 365 }),
  true_range: of('True range'),
  atr: of('Average true range', { period: 14 }),
  natr: of('Normalised average true range', { period: 14 }),
  keltner: of('Keltner channel', { ema: 20, atr: 10, multiplier: 2 }),
  donchian: of('Donchian channel', { period: 20 }),
  supertrend: of('Supertrend', { period: 10, multiplier: 3 }),
  ichimoku: of('Ichimoku', { conversion: 9, base: 26, span: 52, displacement: 26 }),
  adx: of('Average directional index', { period: 14 }),
  cci: of('Commodity channel index', { period: 20 }),
  stochastic: of('Stochastic oscillator', { period: 14, smooth: 3, signal: 3 }),
  williams_r: of('Williams %R', { period: 14 }),
  mfi: of('Money flow index', { period: 14 }),
  obv: of('On-balance volume'),
  ad: of('Accumulation and distribution'),
  cmf: of('Chaikin money flow', { period: 20 }),
  vwap: of('Volume-weighted average price', { period: 20 }),
  vwap_day: of('Volume-weighted average price of the day'),
};

/** The service draws no more. */
export const MOST_INDICATORS = 8;

/** `sma:20,macd:12:26:9` as its entries. */
export const indicatorEntries = (list: string | undefined): readonly string[] =>
  list === undefined || list === '' ? [] : list.split(',');

/** `macd:12:26:9`: MACD 12, 26, 9. */
export function indicatorTitle(entry: string): string {
  const [name = '', ...parameters] = entry.split(':');
  return [INDICATORS[name]?.title ?? name, parameters.join(', ')].filter((part) => part !== '').join(' ');
}
