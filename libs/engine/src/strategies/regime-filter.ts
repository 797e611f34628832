import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { describeRule, type ParameterRule, readParameter } from '../indicators/parameter-rule';
import { type CandleColumns } from '../market/candle-columns';
import { type Regime, REGIMES } from '../regime/label-states';
import { REGIME_WINDOW_RULES } from '../regime/regime-window-rules';
import { rememberedRegimes } from '../regime/remembered-regimes';
import { type RegimeCodes } from '../regime/rolling-regimes';
import { type AnyStrategy, describeOwnOrders, givesSignals } from '../backtest/any-strategy';
import { NO_ALTERNATIVE, orderOf } from '../backtest/position-orders';
import { EXIT_LONG, EXIT_SHORT, type Strategy, type StrategyParameters } from '../backtest/strategy';

/** The name under which a strategy trades in some regimes only. */
export const REGIME_FILTER = 'regime_filter';

const OWN_PARAMETERS = {
  regime_lookback: REGIME_WINDOW_RULES.lookback,
  regime_refit: REGIME_WINDOW_RULES.refit,
} as const satisfies Record<string, ParameterRule>;

/** What a request has to say to get one; the parameters of the base come beside these. */
export const REGIME_FILTER_DESCRIPTION = {
  name: REGIME_FILTER,
  summary:
    'Follows the base strategy while the market is in one of the regimes, and gets out when it leaves them; each regime is what was known at its close.',
  fields: {
    base: 'The name of the strategy whose signals are let through; its parameters are given next to this one.',
    regimes: `A list of one or more of ${REGIMES.join(', ')} (default: bull).`,
  },
  parameters: OWN_PARAMETERS,
} as const;

/** A filter that was read and checked, as plain data: what it lets through and when. */
export interface DeclaredFilter<Base> {
  readonly kind: 'regime filter';
  readonly base: Base;
  readonly regimes: readonly Regime[];
}

interface ResolvedBase<Base> {
  readonly declaration: Base;
  readonly strategy: AnyStrategy;
  readonly parameters: StrategyParameters;
}

export interface ResolvedFilter<Base> {
  readonly declaration: DeclaredFilter<Base>;
  readonly strategy: Strategy;
  readonly parameters: StrategyParameters;
}

/**
 * Makes a strategy of `{base, regimes?, regime_lookback?, regime_refit?, …}`, where what else there is are the parameters of
 * the base: its entries count only in the regimes named (bull without), and when the market leaves them it gets out. The
 * regime of a bar is what was known at its close. Throws BacktestRefusal with what is wrong.
 */
export function compileRegimeFilter<Base>(
  input: unknown,
  resolve: (name: string, parameters: unknown) => ResolvedBase<Base>,
): ResolvedFilter<Base> {
  const { base, regimes: wanted = ['bull'], ...rest } = toObject(input);
  const regimes = readRegimeNames(wanted);
  if (typeof base !== 'string' || base === REGIME_FILTER) {
    throw new BacktestRefusal(`parameters.base of ${REGIME_FILTER} must be the name of another strategy`);
  }
  const own: Record<string, number> = {};
  for (const [name, rule] of Object.entries(OWN_PARAMETERS)) {
    const value = readParameter(rest[name] ?? rule.default, rule);
    if (value === undefined) throw new BacktestRefusal(`parameters.${name} must be ${describeRule(rule)}`);
    own[name] = value;
    Reflect.deleteProperty(rest, name);
  }
  const { declaration, strategy, parameters } = resolve(base, rest);
  if (!givesSignals(strategy)) {
    throw new BacktestRefusal(
      `parameters.base: ${describeOwnOrders(strategy)}, which no filter can hold back`,
    );
  }
  return {
    declaration: { kind: 'regime filter', base: declaration, regimes },
    strategy: filterByRegimes(strategy, regimes),
    parameters: Object.freeze({ ...parameters, ...own }),
  };
}

/** The base, held back outside of the regimes named. */
export function filterByRegimes(base: Strategy, regimes: readonly Regime[]): Strategy {
  return {
    ...base,
    name: REGIME_FILTER,
    summary: `Follows ${base.name} while the market is ${regimes.join(' or ')}.`,
    parameters: { ...base.parameters, ...OWN_PARAMETERS },
    warmup: (parameters) => Math.max(base.warmup(parameters), warmupOfRegimes(parameters)),
    signals: (candles, parameters, indicators, times) =>
      holdBack(
        base.signals(candles, parameters, indicators, times),
        rollingRegimes(candles, parameters, indicators),
        codesOf(regimes),
        warmupOfRegimes(parameters),
      ),
    ...(base.positionRules && { positionRules: heldBackRules(base, codesOf(regimes)) }),
  };
}

function codesOf(regimes: readonly Regime[]): number[] {
  return regimes.map((regime) => REGIMES.indexOf(regime));
}

function warmupOfRegimes({ regime_lookback: lookback, regime_refit: refit }: StrategyParameters): number {
  return lookback + refit;
}

/** The same for decisions that depend on the position. */
function heldBackRules(base: Strategy, allowed: readonly number[]): NonNullable<Strategy['positionRules']> {
  return (candles, parameters, indicators, times) => {
    const rules = base.positionRules!(candles, parameters, indicators, times);
    const codes = rollingRegimes(candles, parameters, indicators);
    const warmup = warmupOfRegimes(parameters);
    // Getting out by the regime is by no rule of the base, whatever the first one is called.
    const getOut = orderOf('exit_long', NO_ALTERNATIVE) | orderOf('exit_short', NO_ALTERNATIVE);
    return {
      ...rules,
      decide: (bar, position) => {
        if (bar < warmup) return 0;
        return allowed.includes(codes[bar]) ? rules.decide(bar, position) : getOut;
      },
    };
  };
}

function rollingRegimes(
  candles: CandleColumns,
  { regime_lookback: lookback, regime_refit: refit }: StrategyParameters,
  indicators: IndicatorMemo,
): RegimeCodes {
  return rememberedRegimes(candles, { lookback, refit }, indicators);
}

/** Outside of the regimes every bar gets out, so that no position outlives them; before the warm-up nothing is said. */
function holdBack(
  signals: Uint8Array,
  codes: RegimeCodes,
  allowed: readonly number[],
  warmup: number,
): Uint8Array {
  for (let bar = 0; bar < signals.length; bar++) {
    if (bar < warmup) signals[bar] = 0;
    else if (!allowed.includes(codes[bar])) signals[bar] = EXIT_LONG | EXIT_SHORT;
  }
  return signals;
}

function readRegimeNames(wanted: unknown): Regime[] {
  const names: unknown[] = Array.isArray(wanted) ? wanted : [];
  const regimes = REGIMES.filter((regime) => names.includes(regime));
  if (regimes.length === 0 || regimes.length !== names.length) {
    throw new BacktestRefusal(
      `parameters.regimes of ${REGIME_FILTER} must be a list of one or more of ${REGIMES.join(', ')}`,
    );
  }
  return regimes;
}

function toObject(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return { ...input };
  throw new BacktestRefusal(`parameters of ${REGIME_FILTER} must be an object with a base strategy`);
}
