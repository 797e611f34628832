import { INDICATORS } from '../indicators/registry';
import { type ValueNode } from '../rules/rule-node';

export const LINE_PANELS = ['price', 'own'] as const;

/** Where a chart draws a line: on the prices, or in a panel of its own with its unit, null where it has none. */
export interface LineScale {
  readonly panel: (typeof LINE_PANELS)[number];
  readonly unit: string | null;
}

const ON_PRICES: LineScale = { panel: 'price', unit: 'quote currency' };
const WITHOUT_UNIT: LineScale = { panel: 'own', unit: null };
const VOLUMES = 'base currency';
const HUNDRED = '0 to 100';

/** These have the scale of what they are computed from. */
const KEEP_THE_SCALE = new Set(
  'sma ema dema tema wma highest lowest bollinger keltner donchian supertrend.line ichimoku vwap vwap_day.vwap'.split(
    ' ',
  ),
);

/** Of indicators, or of one of their outputs, whatever they are computed from. */
const UNITS: Readonly<Record<string, string>> = {
  rsi: HUNDRED,
  mfi: HUNDRED,
  stochastic: HUNDRED,
  adx: HUNDRED,
  williams_r: '-100 to 0',
  cmf: '-1 to 1',
  roc: 'percent',
  natr: 'percent',
  zscore: 'standard deviations',
  atr: 'quote currency',
  true_range: 'quote currency',
  'vwap_day.deviation': 'quote currency',
  obv: VOLUMES,
  ad: VOLUMES,
};

/** In the unit of what they are computed from, but around 0. */
const DIFFERENCES = new Set(['macd', 'momentum', 'stddev', 'linearreg_slope']);

/** Of an output of an indicator of whole candles, or of what has the scale given. */
export function scaleOfIndicator(name: string, output: number, source: LineScale = ON_PRICES): LineScale {
  const qualified = `${name}.${INDICATORS[name].outputs[output]}`;
  if (KEEP_THE_SCALE.has(name) || KEEP_THE_SCALE.has(qualified)) return source;
  if (DIFFERENCES.has(name)) return { panel: 'own', unit: source.unit };
  const unit = UNITS[name] ?? UNITS[qualified];
  return unit ? { panel: 'own', unit } : WITHOUT_UNIT;
}

/** Of a value of rules. */
export function scaleOfValue(node: ValueNode): LineScale {
  switch (node.kind) {
    case 'price':
      return node.name === 'volume' ? { panel: 'own', unit: VOLUMES } : ON_PRICES;
    case 'lag':
      return scaleOfValue(node.of);
    case 'indicator':
      return scaleOfIndicator(node.name, node.output, node.source ? scaleOfValue(node.source) : ON_PRICES);
    default:
      return WITHOUT_UNIT;
  }
}
