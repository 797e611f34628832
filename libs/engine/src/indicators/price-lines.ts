/**
 * The outputs that are levels of the price, which a chart draws over its candles, by indicator. An indicator that is not here is
 * drawn on a scale of its own.
 */
export const PRICE_LINES: Readonly<Record<string, readonly string[] | undefined>> = {
  sma: ['sma'],
  ema: ['ema'],
  dema: ['dema'],
  tema: ['tema'],
  wma: ['wma'],
  highest: ['highest'],
  lowest: ['lowest'],
  bollinger: ['middle', 'upper', 'lower'],
  keltner: ['middle', 'upper', 'lower'],
  donchian: ['middle', 'upper', 'lower'],
  supertrend: ['line'],
  ichimoku: ['conversion', 'base', 'span_a', 'span_b'],
  vwap: ['vwap'],
  vwap_day: ['vwap'],
};

/** Over the candles, or on a scale of its own. */
export const CHART_PANELS = ['price', 'own'] as const;
