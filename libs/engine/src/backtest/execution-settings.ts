import { MARKETS } from '../market/fee-presets';
import { FILLS, SIZING_MODES, type SizingMode } from './execution';
import type { SettingRule } from './setting-rule';

/** A field of `execution`, for people and for the validator. */
interface Described {
  /** What it is, with its unit. */
  readonly summary: string;
  readonly example: unknown;
}

/** What a field is where it is left out; `null` where that means none. */
interface Setting extends Described {
  readonly rule: SettingRule;
  readonly default?: string | number | boolean | null;
  readonly isNullable?: boolean;
}

const fractionOrAtr = (price: string) =>
  `a fraction of ${price} (0.05 is 5 %), or a multiple of ATR(14) at the bar that decided the entry`;

const ATR = {
  rule: { kind: 'number', bounds: { above: 0, maximum: 100 } },
  summary: 'Multiple of ATR(14)',
  example: 2,
} as const;

/** A loss of the whole price is no stop; a gain may be a multiple of it. */
const LOSS = {
  fraction: {
    rule: { kind: 'number', bounds: { above: 0, below: 1 } },
    summary: 'Fraction of the price: 0.05 is 5 %',
    example: 0.05,
  },
  atr: ATR,
} as const;

const GAIN = {
  fraction: { ...LOSS.fraction, rule: { kind: 'number', bounds: { above: 0, below: 100 } } },
  atr: ATR,
} as const;

/** The fields of `execution` that hold one value. */
export const SINGLE_SETTINGS = {
  initial_capital: {
    rule: { kind: 'decimal', bounds: { above: 0 }, example: '10000' },
    summary: 'Equity before the first bar, in the quote currency',
    default: '10000',
    example: '10000',
  },
  market: {
    rule: { kind: 'word', words: MARKETS },
    summary:
      'The market whose fees of the preset apply: by default spot, or swap where the preset has no spot. With swap, missing funding rates are a warning',
    example: 'spot',
  },
  slippage_bps: {
    rule: { kind: 'number', bounds: { minimum: 0, maximum: 1_000 } },
    summary:
      'How much worse than the price a market or stop fill is, in basis points (5 is 0.05 %): buys pay more, sells get less',
    default: 5,
    example: 5,
  },
  fill: {
    rule: { kind: 'word', words: FILLS },
    summary: 'When the signal of a bar is filled',
    default: 'next_open',
    example: 'next_open',
  },
  lot_size: {
    rule: { kind: 'amount', bounds: { above: 0 } },
    summary: 'Quantities are rounded down to whole multiples of it, in the base currency; null: any quantity',
    default: null,
    isNullable: true,
    example: '0.001',
  },
  allow_short: {
    rule: { kind: 'flag' },
    summary: 'Whether short entries are filled; without, the account is long or flat',
    default: false,
    example: false,
  },
  leverage: {
    rule: { kind: 'number', bounds: { minimum: 1, maximum: 125 } },
    summary:
      'Value of a position over its margin, a ratio; above 1 the margin is isolated and can be liquidated',
    default: 1,
    example: 1,
  },
  funding: {
    rule: { kind: 'flag' },
    summary:
      'true: funding is charged, and missing rates are a warning; false: none is charged; by default what is stored is charged',
    example: true,
  },
} as const satisfies Record<string, Setting>;

/** What a position is left at: `{fraction}` or `{atr}`, not both. */
export const DISTANCE_SETTINGS = {
  stop_loss: {
    fields: LOSS,
    summary: `Loss at which a position is closed: ${fractionOrAtr('the entry price')}`,
  },
  take_profit: {
    fields: GAIN,
    summary: `Profit at which a position is closed: ${fractionOrAtr('the entry price')}`,
  },
  trailing_stop: {
    fields: LOSS,
    summary: `Distance of the stop from the best price so far: ${fractionOrAtr('that price')}`,
  },
} as const;

const FEE_RATE = {
  kind: 'decimal',
  bounds: { minimum: -0.001, maximum: 0.1 },
  isSigned: true,
  example: '0.001',
} as const satisfies SettingRule;

/** The run's own fees; both are needed. */
export const FEE_SETTINGS = {
  maker: {
    rule: FEE_RATE,
    summary: 'Fraction of the value of limit and take-profit fills; negative: a rebate',
    example: '0.001',
  },
  taker: { rule: FEE_RATE, summary: 'Fraction of the value of market and stop fills', example: '0.001' },
} as const satisfies Record<string, Setting>;

/** The largest value of each mode: fractions, or amounts that doubles still count in cents. */
export const LARGEST_SIZE: Readonly<Record<SizingMode, number>> = {
  percent_equity: 1,
  fixed_cash: 1e12,
  fixed_quantity: 1e12,
  risk_percent: 1,
  volatility_target: 10,
};

export const SIZING_SETTINGS = {
  mode: {
    rule: { kind: 'word', words: SIZING_MODES },
    summary: 'How the quantity of an entry is computed',
    default: 'percent_equity',
    example: 'percent_equity',
  },
  value: {
    rule: { kind: 'amount', bounds: { above: 0, maximum: 1e12 } },
    summary:
      'percent_equity and risk_percent: fraction of the equity, at most 1 (0.02 is 2 %); volatility_target: annual volatility as a fraction, ' +
      'at most 10; fixed_cash: quote currency; fixed_quantity: base currency. Required, but for percent_equity, where it is 1 by default',
    example: 1,
  },
} as const satisfies Record<string, Setting>;

/** The fields that hold something else than one value. */
export const FURTHER_SETTINGS = {
  fee_preset: {
    summary:
      "Exchange whose fees of GET fee-presets apply: the run's own by default, no fees with a warning where it has none. Not with fees",
    example: 'binance',
  },
  fees: {
    summary: 'Fees of the run, instead of a preset',
    example: { maker: '0.001', taker: '0.001' },
  },
  sizing: {
    summary:
      'How much an entry buys; all of the equity by default. What the cash does not buy is left out, with a warning',
    example: { mode: 'percent_equity', value: 1 },
  },
} as const satisfies Record<string, Described>;

/** In the order of messages and of the documentation. */
export const EXECUTION_FIELDS = [
  'initial_capital',
  'fee_preset',
  'market',
  'fees',
  'slippage_bps',
  'fill',
  'sizing',
  'lot_size',
  'allow_short',
  'leverage',
  'stop_loss',
  'take_profit',
  'trailing_stop',
  'funding',
] as const;
