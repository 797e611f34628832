import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type OrderStrategy } from '../backtest/order-strategy';

const HIGHEST_PRICE = 1e12;
const MODES = ['arithmetic', 'geometric'] as const;
/** Of the first close, where the parameters leave the bounds open. */
const OPEN_LOWER = 0.9;
const OPEN_UPPER = 1.1;

export const grid: OrderStrategy<'lower' | 'upper' | 'levels' | 'mode' | 'quantity_per_level'> = {
  name: 'grid',
  summary:
    'Waits with orders at fixed price levels: buys at each but the highest, with limit orders below the market and stop orders above it, and sells each purchase one level higher with a limit order.',
  parameters: {
    lower: {
      type: 'number',
      default: 0,
      minimum: 0,
      maximum: HIGHEST_PRICE,
      summary: 'Lowest level; 0 puts it at 90 % of the first close.',
    },
    upper: {
      type: 'number',
      default: 0,
      minimum: 0,
      maximum: HIGHEST_PRICE,
      summary: 'Highest level; 0 puts it at 110 % of the first close.',
    },
    levels: {
      type: 'integer',
      default: 10,
      minimum: 2,
      maximum: 500,
      summary: 'Number of levels, both ends included.',
    },
    mode: {
      type: 'integer',
      default: 0,
      minimum: 0,
      maximum: MODES.length - 1,
      words: MODES,
      summary: 'Levels at equal distances (arithmetic) or at equal ratios (geometric).',
    },
    quantity_per_level: {
      type: 'number',
      default: 0,
      minimum: 0,
      maximum: HIGHEST_PRICE,
      summary: 'Units bought at a level; 0 gives each level an equal share of the initial capital.',
    },
  },
  defaultGrid: { lower: [0], upper: [0], levels: [5, 10, 20, 40], mode: [0, 1], quantity_per_level: [0] },
  check: ({ lower, upper }) =>
    lower === 0 || upper === 0 || lower < upper
      ? undefined
      : `lower (${lower}) must be below upper (${upper})`,
  warmup: () => 0,
  orders(candles, { lower, upper, levels, mode, quantity_per_level: quantity }) {
    const firstClose = candles.close[0];
    const prices = gridLevels(
      lower || OPEN_LOWER * firstClose,
      upper || OPEN_UPPER * firstClose,
      levels,
      mode,
    );
    return { kind: 'ladder', buyAt: prices.subarray(0, -1), sellAt: prices.subarray(1), quantity };
  },
};

/** `levels` prices from lower to upper, both exactly; `mode` is the index of its word. */
function gridLevels(lower: number, upper: number, levels: number, mode: number): Float64Array {
  if (!(lower < upper)) {
    throw new BacktestRefusal(`parameters of grid: lower (${lower}) must be below upper (${upper})`);
  }
  const prices = new Float64Array(levels);
  for (let level = 0; level < levels; level++) {
    const share = level / (levels - 1);
    prices[level] =
      MODES[mode] === 'geometric' ? lower * (upper / lower) ** share : lower + (upper - lower) * share;
  }
  prices[levels - 1] = upper;
  return prices;
}
