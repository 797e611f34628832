import type { Distance } from './execution';
import { DISTANCE_SETTINGS } from './execution-settings';
import type { Refuse } from './read-fees';
import { describeSettingRule, findSettingProblem } from './setting-rule';

/**
 * `{fraction}` of the entry price, of a trailing stop of the best price so far, or `{atr}`, a multiple of ATR(14); null where the
 * field is absent or null.
 */
export function readDistance(
  settings: Readonly<Record<string, unknown>>,
  field: keyof typeof DISTANCE_SETTINGS,
  refuse: Refuse,
): Distance | null {
  const given = settings[field];
  if (given === undefined || given === null) return null;
  const { fields } = DISTANCE_SETTINGS[field];
  const entries = typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : [];
  const [unit, value] = entries.length === 1 ? (entries[0] as [string, unknown]) : [undefined, undefined];
  if (unit === 'fraction' || unit === 'atr') {
    const problem = findSettingProblem(value, fields[unit].rule);
    if (problem === undefined) return { unit, value: value as number };
    refuse(`${field}.${unit}`, problem);
    return null;
  }
  refuse(
    field,
    `must be {"fraction": ${describeSettingRule(fields.fraction.rule)}} or {"atr": ${describeSettingRule(fields.atr.rule)}}, ` +
      'or null',
  );
  return null;
}
