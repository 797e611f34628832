import { type FeePresets, type Market, ratesOf } from '../market/fee-presets';
import { FEE_SETTINGS, SINGLE_SETTINGS } from './execution-settings';
import { describeSettingRule, findSettingProblem } from './setting-rule';

/** Notes what is wrong with a field of `execution`. */
export type Refuse = (field: string, message: string) => void;

export interface ExecutionContext {
  /** The run's exchange, whose fees are the default. */
  readonly exchange: string | null;
  readonly presets: FeePresets;
}

interface ReadFees {
  readonly makerFeeRate: number;
  readonly takerFeeRate: number;
  readonly warnings: readonly string[];
}

const NO_FEES: ReadFees = { makerFeeRate: 0, takerFeeRate: 0, warnings: [] };

/** The rates of a fill: the run's own, those of a preset, or those of the exchange. */
export function readFees(
  settings: Readonly<Record<string, unknown>>,
  { exchange, presets }: ExecutionContext,
  refuse: Refuse,
): ReadFees {
  const { fees, fee_preset: presetName, market } = settings;
  // Refused by itself.
  if (market !== undefined && !isMarket(market)) return NO_FEES;
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

function readOwnFees(fees: unknown, refuse: Refuse): ReadFees {
  if (typeof fees !== 'object' || fees === null || Array.isArray(fees)) {
    refuse('fees', 'must be an object {maker, taker} of decimal strings');
    return NO_FEES;
  }
  const given = fees as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(FEE_SETTINGS, key)) refuse(`fees.${key}`, 'is not known; fees are maker and taker');
  }
  const rate = (key: keyof typeof FEE_SETTINGS) => {
    const { rule } = FEE_SETTINGS[key];
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    const problem =
      value === undefined
        ? `is required and must be ${describeSettingRule(rule)}`
        : findSettingProblem(value, rule);
    if (problem === undefined) return Number(value);
    refuse(`fees.${key}`, problem);
    return 0;
  };
  return { makerFeeRate: rate('maker'), takerFeeRate: rate('taker'), warnings: [] };
}

function isMarket(value: unknown): value is Market {
  return findSettingProblem(value, SINGLE_SETTINGS.market.rule) === undefined;
}
