import { isDecimalText, isPositiveDecimalText } from '../market/decimal-text';
import type { FieldProblem } from '../market/validate-candle';
import { type Execution, type Fill, FILLS, type FundingMode } from './execution';
import { readDistance } from './read-distance';
import { type ExecutionContext, readFees, type Refuse } from './read-fees';
import { readSizing } from './read-sizing';

export type ReadExecution =
  | { readonly execution: Execution; readonly warnings: readonly string[] }
  | { readonly problems: readonly FieldProblem[] };

const DEFAULT_CAPITAL = '10000';
const DEFAULT_SLIPPAGE_BPS = 5;
const MAXIMUM_SLIPPAGE_BPS = 1_000;
const MAXIMUM_LEVERAGE = 125;

const KNOWN_FIELDS = [
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
  const refuse: Refuse = (field, message) => problems.push({ field: `execution.${field}`, message });

  for (const field of Object.keys(settings)) {
    if (!KNOWN_FIELDS.includes(field)) refuse(field, `is not offered; known: ${KNOWN_FIELDS.join(', ')}`);
  }
  const {
    initial_capital: capital = DEFAULT_CAPITAL,
    slippage_bps: slippage = DEFAULT_SLIPPAGE_BPS,
    fill = 'next_open',
    lot_size: lotSize = null,
    allow_short: allowShort = false,
    leverage = 1,
  } = settings;
  if (!isPositiveDecimalText(capital)) refuse('initial_capital', 'must be a decimal string above 0');
  if (!isNumberWithin(slippage, 0, MAXIMUM_SLIPPAGE_BPS)) {
    refuse('slippage_bps', `must be a number from 0 to ${MAXIMUM_SLIPPAGE_BPS}`);
  }
  if (!FILLS.some((known) => known === fill)) refuse('fill', `must be one of ${FILLS.join(', ')}`);
  if (lotSize !== null && !isLotSize(lotSize))
    refuse('lot_size', 'must be a decimal string or a number above 0, or null');
  if (typeof allowShort !== 'boolean') refuse('allow_short', 'must be true or false');
  if (!isNumberWithin(leverage, 1, MAXIMUM_LEVERAGE)) {
    refuse('leverage', `must be a number from 1 to ${MAXIMUM_LEVERAGE}`);
  }
  const { makerFeeRate, takerFeeRate, warnings } = readFees(settings, context, refuse);
  const stopLoss = readDistance(settings, 'stop_loss', refuse);
  const takeProfit = readDistance(settings, 'take_profit', refuse);
  const trailingStop = readDistance(settings, 'trailing_stop', refuse);
  const sizing = readSizing(settings, refuse);
  const funding = readFunding(settings, refuse);
  if (problems.length > 0) return { problems };

  return {
    execution: {
      initialCapital: Number(capital),
      makerFeeRate,
      takerFeeRate,
      slippageRate: (slippage as number) / 10_000,
      lotSize: lotSize === null ? null : Number(lotSize),
      allowShort: allowShort as boolean,
      fill: fill as Fill,
      sizing,
      leverage: leverage as number,
      stopLoss,
      takeProfit,
      trailingStop,
      funding,
    },
    warnings,
  };
}

/** Whoever asks for funding, or for the market that has it, is told when its rates are missing. */
function readFunding({ funding, market }: Readonly<Record<string, unknown>>, refuse: Refuse): FundingMode {
  if (funding === undefined) return market === 'swap' ? 'expected' : 'where_known';
  if (typeof funding !== 'boolean') refuse('funding', 'must be true or false');
  return funding === true ? 'expected' : 'off';
}

function isNumberWithin(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === 'number' && value >= minimum && value <= maximum;
}

function isLotSize(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0;
  return isDecimalText(value) && isPositiveDecimalText(value);
}
