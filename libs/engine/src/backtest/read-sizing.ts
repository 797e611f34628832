import { PLAIN_EXECUTION, type Sizing, type SizingMode } from './execution';
import { LARGEST_SIZE, SIZING_SETTINGS } from './execution-settings';
import type { Refuse } from './read-fees';
import { describeSettingRule, findSettingProblem } from './setting-rule';

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
    if (!Object.hasOwn(SIZING_SETTINGS, key))
      refuse(`sizing.${key}`, 'is not known; sizing has mode and value');
  }
  const { mode: name = byDefault.mode, value: size } = given as Readonly<Record<string, unknown>>;
  const problem = findSettingProblem(name, SIZING_SETTINGS.mode.rule);
  if (problem !== undefined) {
    refuse('sizing.mode', problem);
    return byDefault;
  }
  const mode = name as SizingMode;
  const value = size === undefined && mode === byDefault.mode ? byDefault.value : size;
  const rule = { ...SIZING_SETTINGS.value.rule, bounds: { above: 0, maximum: LARGEST_SIZE[mode] } };
  const fault =
    value === undefined
      ? `is required and must be ${describeSettingRule(rule)}`
      : findSettingProblem(value, rule);
  if (fault !== undefined) {
    refuse('sizing.value', `of ${mode} ${fault}`);
    return byDefault;
  }
  if (mode === 'risk_percent' && (stopLoss === undefined || stopLoss === null)) {
    refuse('sizing.mode', 'risk_percent needs execution.stop_loss: the risk is what is lost there');
  }
  return { mode, value: Number(value) };
}
