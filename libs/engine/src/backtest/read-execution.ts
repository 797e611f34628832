import type { FieldProblem } from '../market/validate-candle';
import type { Execution, FillMode, FundingMode } from './execution';
import { EXECUTION_FIELDS, SINGLE_SETTINGS } from './execution-settings';
import { readDistance } from './read-distance';
import { type ExecutionContext, readFees, type Refuse } from './read-fees';
import { readSizing } from './read-sizing';
import { findSettingProblem } from './setting-rule';

export type ReadExecution =
  | { readonly execution: Execution; readonly warnings: readonly string[] }
  | { readonly problems: readonly FieldProblem[] };

/**
 * Reads the `execution` of a request into numbers with every default filled in, or says what is wrong with it, an entry
 * per field.
 */
export function readExecution(
  settings: Readonly<Record<string, unknown>>,
  context: ExecutionContext,
): ReadExecution {
  const problems: FieldProblem[] = [];
  const refuse: Refuse = (field, message) => problems.push({ field: `execution.${field}`, message });

  for (const field of Object.keys(settings)) {
    if (!EXECUTION_FIELDS.some((known) => known === field))
      refuse(field, `is not offered; known: ${EXECUTION_FIELDS.join(', ')}`);
  }
  for (const [field, setting] of Object.entries(SINGLE_SETTINGS)) {
    const value = settings[field];
    if (value === undefined || (value === null && 'isNullable' in setting)) continue;
    const problem = findSettingProblem(value, setting.rule);
    if (problem !== undefined) refuse(field, 'isNullable' in setting ? `${problem}; or null` : problem);
  }
  const {
    initial_capital: capital = SINGLE_SETTINGS.initial_capital.default,
    slippage_bps: slippage = SINGLE_SETTINGS.slippage_bps.default,
    fill = SINGLE_SETTINGS.fill.default,
    lot_size: lotSize = SINGLE_SETTINGS.lot_size.default,
    allow_short: allowShort = SINGLE_SETTINGS.allow_short.default,
    leverage = SINGLE_SETTINGS.leverage.default,
  } = settings;
  const { makerFeeRate, takerFeeRate, warnings } = readFees(settings, context, refuse);
  const stopLoss = readDistance(settings, 'stop_loss', refuse);
  const takeProfit = readDistance(settings, 'take_profit', refuse);
  const trailingStop = readDistance(settings, 'trailing_stop', refuse);
  const sizing = readSizing(settings, refuse);
  const funding = readFunding(settings);
  if (problems.length > 0) return { problems };

  return {
    execution: {
      initialCapital: Number(capital),
      makerFeeRate,
      takerFeeRate,
      slippageRate: (slippage as number) / 10_000,
      lotSize: lotSize === null ? null : Number(lotSize),
      allowShort: allowShort as boolean,
      fill: fill as FillMode,
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

/** Whoever requests funding, or the market that has it, is warned when its rates are missing. */
function readFunding({ funding, market }: Readonly<Record<string, unknown>>): FundingMode {
  if (funding === undefined) return market === 'swap' ? 'expected' : 'where_known';
  return funding === true ? 'expected' : 'off';
}
