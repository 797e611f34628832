import { BacktestRefusal } from '../backtest/backtest-refusal';
import { describeRule, readParameter } from '../indicators/parameter-rule';
import {
  compileRules,
  CUSTOM_STRATEGY,
  type DeclaredRules,
  hasRules,
  strategyOfRules,
} from '../rules/compile-rules';
import { bollingerBreakout } from './bollinger-breakout';
import { bollingerReversion } from './bollinger-reversion';
import { buyAndHold } from '../backtest/buy-and-hold';
import { dca } from './dca';
import { donchianBreakout } from './donchian-breakout';
import { emaCross } from './ema-cross';
import { grid } from './grid';
import { ichimoku } from './ichimoku';
import { keltnerBreakout } from './keltner-breakout';
import { macd } from './macd';
import { momentum } from './momentum';
import { type AnyStrategy } from '../backtest/any-strategy';
import { numbersOf, readSignals, SIGNALS_STRATEGY } from '../signals/read-signals';
import { type DeclaredSignals, strategyOfSignals } from '../signals/signals-strategy';
import { compileRegimeFilter, type DeclaredFilter, filterByRegimes, REGIME_FILTER } from './regime-filter';
import { rsiReversion } from './rsi-reversion';
import { smaCross } from './sma-cross';
import { type Strategy, type StrategyParameters } from '../backtest/strategy';
import { supertrend } from './supertrend';
import { turtle } from './turtle';
import { vwapReversion } from './vwap-reversion';
import { zscoreReversion } from './zscore-reversion';

/** The built-in strategies by name. */
export const STRATEGIES: Readonly<Record<string, AnyStrategy>> = {
  buy_and_hold: buyAndHold,
  sma_cross: smaCross,
  ema_cross: emaCross,
  macd,
  rsi_reversion: rsiReversion,
  bollinger_reversion: bollingerReversion,
  bollinger_breakout: bollingerBreakout,
  zscore_reversion: zscoreReversion,
  vwap_reversion: vwapReversion,
  donchian_breakout: donchianBreakout,
  turtle,
  keltner_breakout: keltnerBreakout,
  supertrend,
  ichimoku,
  momentum,
  dca,
  grid,
};

/** A strategy that was resolved, as plain data: it can cross into a thread, which functions cannot. */
export type StrategyDeclaration =
  | { readonly kind: 'built-in'; readonly name: string }
  | DeclaredRules
  | DeclaredSignals
  | DeclaredFilter<StrategyDeclaration>;

export interface ResolvedStrategy {
  readonly declaration: StrategyDeclaration;
  readonly strategy: AnyStrategy;
  /** Every parameter of the strategy, defaults filled in. */
  readonly parameters: StrategyParameters;
}

/** Finds a strategy and completes its parameters; throws BacktestRefusal with every problem in one message. */
export function resolveStrategy(name: string, parameters: unknown): ResolvedStrategy {
  if (!Object.hasOwn(STRATEGIES, name)) {
    if (name === REGIME_FILTER) return compileRegimeFilter(parameters, resolveStrategy);
    if (name === SIGNALS_STRATEGY) return resolveSignals(parameters);
    if (name === CUSTOM_STRATEGY || hasRules(parameters)) return compileRules(parameters);
    throw new BacktestRefusal(
      `unknown strategy ${quoted(name)}; known strategies: ${Object.keys(STRATEGIES).join(', ')}, ` +
        `${REGIME_FILTER} round one of them, ${CUSTOM_STRATEGY} with rules of your own, and ${SIGNALS_STRATEGY} of a dataset`,
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
    const wanted: unknown = Object.hasOwn(given, key)
      ? (given as Record<string, unknown>)[key]
      : rule.default;
    const value = readParameter(wanted, rule);
    if (value !== undefined) resolved[key] = value;
    else problems.push(`parameter ${key} of ${name} must be ${describeRule(rule)}, got ${quoted(wanted)}`);
  }
  if (problems.length === 0) {
    const problem = strategy.check?.(resolved);
    if (problem !== undefined) problems.push(`parameters of ${name}: ${problem}`);
  }
  if (problems.length > 0) throw new BacktestRefusal(problems.join('; '));
  return { declaration: { kind: 'built-in', name }, strategy, parameters: Object.freeze(resolved) };
}

/** The strategy that was declared; nothing is read or checked again. */
export function strategyOf(declaration: StrategyDeclaration): AnyStrategy {
  switch (declaration.kind) {
    case 'built-in':
      return STRATEGIES[declaration.name];
    case 'rules':
      return strategyOfRules(declaration);
    case 'signals':
      return strategyOfSignals(declaration.request);
    case 'regime filter':
      // A base that places orders was refused before there was a declaration.
      return filterByRegimes(strategyOf(declaration.base) as Strategy, declaration.regimes);
  }
}

function resolveSignals(given: unknown): ResolvedStrategy {
  const request = readSignals(typeof given === 'object' && given !== null ? given : {});
  const strategy = strategyOfSignals(request);
  return { declaration: { kind: 'signals', request }, strategy, parameters: numbersOf(request) };
}

function unknownParameter(strategy: AnyStrategy, key: string): string {
  const allowed = Object.keys(strategy.parameters);
  const known = allowed.length === 0 ? 'it has none' : `it has ${allowed.join(', ')}`;
  return `${strategy.name} has no parameter ${quoted(key)}: ${known}`;
}

/** What the client sent, short enough for a message. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
