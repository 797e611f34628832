import { isPositiveDecimalText } from '../market/decimal-text';
import { PLAIN_EXECUTION, type Sizing, SIZING_MODES, type SizingMode } from './execution';
import type { Refuse } from './read-fees';

/** The largest value of each mode: fractions, or amounts that doubles still count in cents. */
const MAXIMUM: Readonly<Record<SizingMode, number>> = {
  percent_equity: 1,
  fixed_cash: 1e12,
  fixed_quantity: 1e12,
  risk_percent: 1,
  volatility_target: 10,
};

/** `{mode, value}`; all of the equity without. The value may be a number or a decimal string. */
export function readSizing(settings: Readonly<Record<string, unknown>>, refuse: Refuse): Sizing {
  const { sizing: given, stop_loss: stopLoss } = settings;
  const byDefault = PLAIN_EXECUTION.sizing;
  if (given === undefined) return byDefault;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    refuse('sizing', 'must be an object {mode, value}');
    return byDefault;
  }
  for (const key of Object.keys(given)) {
    if (key !== 'mode' && key !== 'value') refuse(`sizing.${key}`, 'is not known; sizing has mode and value');
  }
  const { mode: name = byDefault.mode, value: size } = given as Readonly<Record<string, unknown>>;
  const mode = SIZING_MODES.find((known) => known === name);
  if (mode === undefined) {
    refuse('sizing.mode', `must be one of ${SIZING_MODES.join(', ')}`);
    return byDefault;
  }
  const byMode = size === undefined && mode === byDefault.mode ? byDefault.value : size;
  const value = isPositiveDecimalText(byMode) ? Number(byMode) : byMode;
  if (typeof value !== 'number' || !(value > 0 && value <= MAXIMUM[mode])) {
    refuse('sizing.value', `of ${mode} must be above 0 and at most ${MAXIMUM[mode]}`);
    return byDefault;
  }
  if (mode === 'risk_percent' && (stopLoss === undefined || stopLoss === null)) {
    refuse('sizing.mode', 'risk_percent needs execution.stop_loss: the risk is what is lost there');
  }
  return { mode, value };
}
