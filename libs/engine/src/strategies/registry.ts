import { BacktestRefusal } from '../backtest/backtest-refusal';
import { buyAndHold } from './buy-and-hold';
import { donchianBreakout } from './donchian-breakout';
import { rsiReversion } from './rsi-reversion';
import { smaCross } from './sma-cross';
import { ParameterRule, Strategy, StrategyParameters } from './strategy';

/** The built-in strategies by name. */
export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  buy_and_hold: buyAndHold,
  sma_cross: smaCross,
  rsi_reversion: rsiReversion,
  donchian_breakout: donchianBreakout,
};

export interface ResolvedStrategy {
  readonly strategy: Strategy;
  /** Every parameter of the strategy, defaults filled in. */
  readonly parameters: StrategyParameters;
}

/** Finds a strategy and completes its parameters; throws BacktestRefusal with every problem in one message. */
export function resolveStrategy(name: string, parameters: unknown): ResolvedStrategy {
  if (!Object.hasOwn(STRATEGIES, name)) {
    throw new BacktestRefusal(
      `unknown strategy ${quoted(name)}; known strategies: ${Object.keys(STRATEGIES).join(', ')}`,
    );
  }
  const strategy = STRATEGIES[name];
  const given = parameters ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new BacktestRefusal(`parameters of ${name} must be an object, got ${quoted(given)}`);
  }
  const problems: string[] = [];
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(strategy.parameters, key)) problems.push(unknownParameter(strategy, key));
  }
  const resolved: Record<string, number> = {};
  for (const [key, rule] of Object.entries(strategy.parameters)) {
    const value: unknown = Object.hasOwn(given, key) ? (given as Record<string, unknown>)[key] : rule.default;
    if (followsRule(value, rule)) resolved[key] = value;
    else problems.push(`parameter ${key} of ${name} must be ${describeRule(rule)}, got ${quoted(value)}`);
  }
  if (problems.length === 0) {
    const problem = strategy.check?.(resolved);
    if (problem !== undefined) problems.push(`parameters of ${name}: ${problem}`);
  }
  if (problems.length > 0) throw new BacktestRefusal(problems.join('; '));
  return { strategy, parameters: Object.freeze(resolved) };
}

function unknownParameter(strategy: Strategy, key: string): string {
  const allowed = Object.keys(strategy.parameters);
  const takes = allowed.length === 0 ? 'it takes none' : `it takes ${allowed.join(', ')}`;
  return `${strategy.name} has no parameter ${quoted(key)}: ${takes}`;
}

function followsRule(value: unknown, rule: ParameterRule): value is number {
  if (typeof value !== 'number' || !(value >= rule.minimum && value <= rule.maximum)) return false;
  return rule.type === 'number' || Number.isInteger(value);
}

function describeRule(rule: ParameterRule): string {
  const article = rule.type === 'integer' ? 'an integer' : 'a number';
  return `${article} from ${rule.minimum} to ${rule.maximum} (default ${rule.default})`;
}

/** What the client sent, short enough for a message. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
