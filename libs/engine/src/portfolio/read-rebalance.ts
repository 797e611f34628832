import { REBALANCE_RULES } from './portfolio-fields';
import { type RebalanceRule } from './portfolio-settings';
import { type SettingReader } from './setting-reader';

const KINDS = ['every', 'bars', 'drift'] as const;

export const MONTHLY: RebalanceRule = { kind: 'calendar', every: 'monthly' };

/** Reads `rebalance`: one of `{every}`, `{bars}` and `{drift}`; monthly where it is left out. */
export function readRebalance(value: unknown, reader: SettingReader): RebalanceRule {
  if (value === undefined) return MONTHLY;
  const read = reader.oneOf(value, 'rebalance', KINDS);
  if (read === null) return MONTHLY;
  const [kind, given] = read;
  switch (kind) {
    case 'every':
      return {
        kind: 'calendar',
        every: reader.setting(given, 'rebalance.every', REBALANCE_RULES.every, 'monthly'),
      };
    case 'bars':
      return { kind, bars: reader.setting(given, 'rebalance.bars', REBALANCE_RULES.bars, 1) };
    case 'drift':
      return { kind, band: reader.setting(given, 'rebalance.drift', REBALANCE_RULES.drift, 0.05) };
  }
}
