import { BacktestRefusal } from '../backtest/backtest-refusal';
import { describeOwnOrders, givesSignals } from '../backtest/any-strategy';
import { resolveStrategy, type ResolvedStrategy } from '../strategies/registry';
import { SHARED_STRATEGY_RULES } from './portfolio-fields';
import { type SharedStrategy } from './portfolio-settings';
import { readRankSource } from './read-ranking';
import { type Fields, type SettingReader } from './setting-reader';

const FIELDS = ['strategy_name', 'parameters', 'priority', ...Object.keys(SHARED_STRATEGY_RULES)];

/** Reads `rules`; null where the strategy is not known. `execution` as it was requested, for a sizing of its own. */
export function readSharedStrategy(
  value: unknown,
  execution: Fields,
  reader: SettingReader,
): SharedStrategy | null {
  const fields = reader.object(value, 'rules', FIELDS);
  const maximumOpenPositions = reader.required(
    fields.max_open_positions,
    'rules.max_open_positions',
    SHARED_STRATEGY_RULES.max_open_positions,
    1,
  );
  const share = reader.optional(fields.share, 'rules.share', SHARED_STRATEGY_RULES.share);
  const isSized = execution.sizing !== undefined;
  if (share !== null && isSized) reader.refuse('rules.share', 'and execution.sizing exclude each other');
  const { priority } = fields;
  const readPriority =
    priority === undefined || priority === null ? null : readRankSource(priority, 'rules.priority', reader);
  const resolved = resolve(fields, reader);
  return (
    resolved && {
      strategyName: resolved.strategy.name,
      declaration: resolved.declaration,
      parameters: resolved.parameters,
      maximumOpenPositions,
      priority: readPriority,
      share: isSized ? null : (share ?? 1 / maximumOpenPositions),
    }
  );
}

function resolve(fields: Fields, reader: SettingReader): ResolvedStrategy | null {
  const { strategy_name: name, parameters } = fields;
  if (typeof name !== 'string') {
    reader.refuse('rules.strategy_name', 'is required and must be one of the strategies, or custom');
    return null;
  }
  try {
    const resolved = resolveStrategy(name, parameters);
    if (givesSignals(resolved.strategy)) return resolved;
    reader.refuse('rules.strategy_name', `${describeOwnOrders(resolved.strategy)}, which shares no account`);
  } catch (error) {
    if (!(error instanceof BacktestRefusal)) throw error;
    const isUnknown = error.message.startsWith('unknown strategy');
    reader.refuse(isUnknown ? 'rules.strategy_name' : 'rules.parameters', error.message);
  }
  return null;
}
