import { isDecimalText, isPositiveDecimalText } from '../market/decimal-text';
import { type FeePresets, type Market, MARKETS, ratesOf } from '../market/fee-presets';
import type { FieldProblem } from '../market/validate-candle';
import type { Execution } from './execution';

export interface ExecutionContext {
  /** The run's exchange, whose fees are the default. */
  readonly exchange: string | null;
  readonly presets: FeePresets;
}

export type ReadExecution =
  | { readonly execution: Execution; readonly warnings: readonly string[] }
  | { readonly problems: readonly FieldProblem[] };

const DEFAULT_CAPITAL = '10000';
const DEFAULT_SLIPPAGE_BPS = 5;
const MAXIMUM_SLIPPAGE_BPS = 1_000;
const LARGEST_FEE = 0.1;
const LARGEST_REBATE = 0.001;
const SIGNED_DECIMAL = /^-?(0|[1-9]\d{0,19})(\.\d{1,18})?$/;

const KNOWN_FIELDS = [
  'initial_capital',
  'fee_preset',
  'market',
  'fees',
  'slippage_bps',
  'lot_size',
  'allow_short',
  'fill',
];

/**
 * Turns the `execution` of a request into numbers with every default filled in, or says what is wrong with it, an entry
 * per field.
 */
export function readExecution(
  settings: Readonly<Record<string, unknown>>,
  context: ExecutionContext,
): ReadExecution {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) => problems.push({ field: `execution.${field}`, message });

  for (const field of Object.keys(settings)) {
    if (!KNOWN_FIELDS.includes(field)) refuse(field, `is not offered; known: ${KNOWN_FIELDS.join(', ')}`);
  }
  const {
    initial_capital: capital = DEFAULT_CAPITAL,
    slippage_bps: slippage = DEFAULT_SLIPPAGE_BPS,
    lot_size: lotSize = null,
    allow_short: allowShort = false,
    fill = 'next_open',
  } = settings;
  if (!isPositiveDecimalText(capital)) refuse('initial_capital', 'must be a decimal string above 0');
  if (typeof slippage !== 'number' || !(slippage >= 0 && slippage <= MAXIMUM_SLIPPAGE_BPS)) {
    refuse('slippage_bps', `must be a number from 0 to ${MAXIMUM_SLIPPAGE_BPS}`);
  }
  if (lotSize !== null && !isLotSize(lotSize))
    refuse('lot_size', 'must be a decimal string or a number above 0, or null');
  if (typeof allowShort !== 'boolean') refuse('allow_short', 'must be true or false');
  if (fill !== 'next_open') refuse('fill', 'must be next_open; filling at the close is not offered');
  const { makerFeeRate, takerFeeRate, warnings } = readFees(settings, context, refuse);
  if (problems.length > 0) return { problems };

  return {
    execution: {
      initialCapital: Number(capital),
      makerFeeRate,
      takerFeeRate,
      slippageRate: (slippage as number) / 10_000,
      lotSize: lotSize === null ? null : Number(lotSize),
      allowShort: allowShort as boolean,
    },
    warnings,
  };
}

function isLotSize(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0;
  return isDecimalText(value) && isPositiveDecimalText(value);
}

interface ReadFees {
  readonly makerFeeRate: number;
  readonly takerFeeRate: number;
  readonly warnings: readonly string[];
}

const NO_FEES: ReadFees = { makerFeeRate: 0, takerFeeRate: 0, warnings: [] };

function readFees(
  settings: Readonly<Record<string, unknown>>,
  { exchange, presets }: ExecutionContext,
  refuse: (field: string, message: string) => void,
): ReadFees {
  const { fees, fee_preset: presetName, market } = settings;
  if (market !== undefined && !isMarket(market)) {
    refuse('market', `must be one of ${MARKETS.join(', ')}`);
    return NO_FEES;
  }
  if (fees !== undefined) {
    if (presetName !== undefined) refuse('fees', 'and execution.fee_preset exclude each other');
    return readOwnFees(fees, refuse);
  }
  if (presetName !== undefined && (typeof presetName !== 'string' || !Object.hasOwn(presets, presetName))) {
    refuse('fee_preset', `must be one of ${Object.keys(presets).join(', ')}`);
    return NO_FEES;
  }
  const name = presetName ?? exchange ?? 'none';
  if (!Object.hasOwn(presets, name)) {
    return {
      ...NO_FEES,
      warnings: [`no fee preset for ${name}: the run pays no fees unless execution.fees says so`],
    };
  }
  const rates = ratesOf(presets[name], market);
  if (!rates) {
    refuse('market', `${market} has no fees in the preset ${name}`);
    return NO_FEES;
  }
  return { makerFeeRate: Number(rates.maker), takerFeeRate: Number(rates.taker), warnings: [] };
}

function readOwnFees(fees: unknown, refuse: (field: string, message: string) => void): ReadFees {
  if (typeof fees !== 'object' || fees === null || Array.isArray(fees)) {
    refuse('fees', 'must be an object {maker, taker} of decimal strings');
    return NO_FEES;
  }
  const given = fees as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(given)) {
    if (key !== 'maker' && key !== 'taker') refuse(`fees.${key}`, 'is not known; fees are maker and taker');
  }
  const rate = (key: 'maker' | 'taker') => {
    const value = given[key];
    const number = typeof value === 'string' && SIGNED_DECIMAL.test(value) ? Number(value) : NaN;
    if (number >= -LARGEST_REBATE && number <= LARGEST_FEE) return number;
    refuse(`fees.${key}`, `must be a decimal string from -${LARGEST_REBATE} (a rebate) to ${LARGEST_FEE}`);
    return 0;
  };
  return { makerFeeRate: rate('maker'), takerFeeRate: rate('taker'), warnings: [] };
}

function isMarket(value: unknown): value is Market {
  return MARKETS.some((market) => market === value);
}
