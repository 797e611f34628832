import { randomWalkCandles } from '../../test/random-walk-candles';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type AnyStrategy } from '../backtest/any-strategy';
import { type StrategyParameters } from '../backtest/strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { resolveStrategy, STRATEGIES, strategyOf } from './registry';

describe('resolveStrategy', () => {
  it('fills in the defaults', () => {
    expect(resolveStrategy('sma_cross', { slow: 50 }).parameters).toEqual({ fast: 10, slow: 50 });
    expect(resolveStrategy('rsi_reversion', undefined).parameters).toEqual({
      period: 14,
      oversold: 30,
      overbought: 70,
    });
    expect(resolveStrategy('donchian_breakout', null).parameters).toEqual({ entry: 20, exit: 10 });
  });

  it.each(['golden_goose', '', 'toString', '__proto__'])('refuses %p and lists what it knows', (name) => {
    expect(() => resolveStrategy(name, {})).toThrow(
      new BacktestRefusal(
        `unknown strategy "${name}"; known strategies: ${Object.keys(STRATEGIES).join(', ')}, ` +
          'regime_filter round one of them, custom with rules of your own, and signals of a dataset',
      ),
    );
  });

  it('names every problem at once', () => {
    expect(() => resolveStrategy('sma_cross', { fast: 2.5, slow: 'x', tempo: 1 })).toThrow(
      'sma_cross has no parameter "tempo": it has fast, slow; ' +
        'parameter fast of sma_cross must be an integer from 1 to 1999 (default 10), got 2.5; ' +
        'parameter slow of sma_cross must be an integer from 2 to 2000 (default 30), got "x"',
    );
  });

  it('refuses parameters that contradict each other', () => {
    expect(() => resolveStrategy('sma_cross', { fast: 30, slow: 30 })).toThrow(
      'parameters of sma_cross: fast (30) must be below slow (30)',
    );
    expect(() => resolveStrategy('rsi_reversion', { oversold: 80 })).toThrow(
      'parameters of rsi_reversion: oversold (80) must be below overbought (70)',
    );
  });

  it.each([[[1, 2]], ['fast=3'], [7]])('refuses %p where an object belongs', (parameters) => {
    expect(() => resolveStrategy('sma_cross', parameters)).toThrow(
      'parameters of sma_cross must be an object',
    );
  });

  it('is not fooled by names every object has', () => {
    const hostile: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
    expect(() => resolveStrategy('sma_cross', hostile)).toThrow('has no parameter "__proto__"');
  });

  it('takes a word for a parameter that has words', () => {
    expect(resolveStrategy('grid', { mode: 'geometric' }).parameters).toMatchObject({ mode: 1 });
    expect(resolveStrategy('grid', { mode: 1 }).parameters).toMatchObject({ mode: 1 });
    expect(() => resolveStrategy('grid', { mode: 'harmonic' })).toThrow(
      'parameter mode of grid must be one of arithmetic, geometric (default arithmetic), got "harmonic"',
    );
  });

  it.each(['custom', 'my own idea'])('takes the rules that come with %p', (name) => {
    const rules = { entry_long: { gt: ['close', 100] }, exit_long: { lt: ['close', 90] } };
    expect(resolveStrategy(name, { rules }).strategy.name).toBe('custom');
    expect(() => resolveStrategy(name, { rules: 7 })).toThrow(BacktestRefusal);
  });

  it('refuses custom without rules', () => {
    expect(() => resolveStrategy('custom', {})).toThrow(BacktestRefusal);
  });
});

describe('strategyOf', () => {
  const candles = randomWalkCandles(1_500, 5);
  const RULES = {
    vars: { slow: { ema: { period: { param: 'bars' } } }, spread: { sub: ['close', '$slow'] } },
    rules: {
      entry_long: { crosses_above: ['close', '$slow'] },
      exit_long: { any: [{ lt: ['$spread', 0] }, { gt: [{ rsi: { period: 14, source: 'hlc3' } }, 80] }] },
    },
    bars: 30,
  };
  const decisions = (strategy: AnyStrategy, parameters: StrategyParameters) => {
    if ('orders' in strategy) return strategy.orders(candles, parameters);
    return 'signals' in strategy && strategy.signals(candles, parameters, new IndicatorMemo());
  };

  it.each([
    ...Object.keys(STRATEGIES).map((name): [string, string, object] => [name, name, {}]),
    ['custom', 'custom', RULES],
    [
      'regime_filter of ema_cross',
      'regime_filter',
      { base: 'ema_cross', regimes: ['bull', 'ranging'], regime_lookback: 200 },
    ],
    ['regime_filter of custom', 'regime_filter', { base: 'custom', ...RULES, regime_lookback: 200 }],
  ])('decides the same for %s after the way into a thread', (_title, name, given) => {
    const { declaration, strategy, parameters } = resolveStrategy(name, given);
    const inThread = strategyOf(structuredClone(declaration));
    expect(inThread.name).toBe(strategy.name);
    expect(inThread.warmup(parameters)).toBe(strategy.warmup(parameters));
    expect(inThread.parameters).toEqual(strategy.parameters);
    expect(decisions(inThread, structuredClone(parameters))).toEqual(decisions(strategy, parameters));
  });
});
