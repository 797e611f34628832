import { randomWalkCandles } from '../../test/random-walk-candles';
import { readSpxCandles } from '../../test/spx-candles';
import { checkLookahead } from '../backtest/check-lookahead';
import { readExecution } from '../backtest/read-execution';
import { type Execution } from '../backtest/execution';
import { runBacktest } from '../backtest/run-backtest';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { sliceCandleColumns } from '../market/candle-columns';
import { REGIMES } from '../regime/label-states';
import { computeRollingRegimes } from '../regime/rolling-regimes';
import { resolveStrategy } from './registry';
import { ENTER_LONG, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';

const filterOf = (parameters: object) => {
  const resolved = resolveStrategy('regime_filter', parameters);
  return { ...resolved, strategy: resolved.strategy as Strategy };
};

describe('computeRollingRegimes', () => {
  const candles = randomWalkCandles(900, 11, 3_600);
  const settings = { lookback: 200, refit: 50 };
  const codes = computeRollingRegimes(candles, settings);

  it('knows nothing later: what is cut off after a bar changes none before it', () => {
    for (const length of [420, 421, 449, 450, 451, 899]) {
      const cut = computeRollingRegimes(sliceCandleColumns(candles, 0, length), settings);
      expect(Array.from(cut)).toEqual(Array.from(codes.subarray(0, length)));
    }
  });

  it('does not hang on where the candles begin, once a model could be fitted', () => {
    const first = 137;
    const later = computeRollingRegimes(sliceCandleColumns(candles, first, 900), settings);
    const settled = settings.lookback + settings.refit;
    expect(Array.from(later.subarray(settled))).toEqual(Array.from(codes.subarray(first + settled)));
  });

  it('knows a regime for every bar after the warm-up, and none before the first model', () => {
    expect(codes.subarray(0, 200).every(Number.isNaN)).toBe(true);
    expect(codes.subarray(250).every((code) => code in REGIMES)).toBe(true);
  });
});

describe('regime_filter', () => {
  // To July 2010: both bears of the decade, and the bull between them.
  const candles = sliceCandleColumns(readSpxCandles(), 0, 2_640);
  const own = { regime_lookback: 500, regime_refit: 100 };

  it("lets the base's signals through in the regimes named, and gets out in all others", () => {
    const { strategy, parameters } = filterOf({
      base: 'sma_cross',
      regimes: ['bull', 'ranging'],
      fast: 5,
      ...own,
    });
    const base = resolveStrategy('sma_cross', { fast: 5 });
    const indicators = new IndicatorMemo();
    const signals = strategy.signals(candles, parameters, indicators);
    const unfiltered = (base.strategy as Strategy).signals(candles, base.parameters, indicators);
    const codes = computeRollingRegimes(candles, { lookback: 500, refit: 100 });
    const expected = unfiltered.map((signal, bar) => {
      if (bar < 600) return 0;
      return codes[bar] === REGIMES.indexOf('bear') ? EXIT_LONG | EXIT_SHORT : signal;
    });
    expect(Array.from(signals)).toEqual(Array.from(expected));
    expect(signals.some((signal) => (signal & ENTER_LONG) !== 0)).toBe(true);
  });

  it('passes the look-ahead check of a run', () => {
    const resolved = filterOf({ base: 'sma_cross', ...own });
    const { execution } = readExecution({}, { exchange: null, presets: {} }) as { execution: Execution };
    const run = {
      ...resolved,
      candles: sliceCandleColumns(candles, 0, 2_000),
      tradeFrom: 600,
      intervalSeconds: 86_400,
      calendar: 'XNYS' as const,
      execution,
    };
    expect(checkLookahead(run, runBacktest(run))).toMatchObject({ passed: true });
  });

  it.each([
    [{}, 'parameters.base of regime_filter must be the name of another strategy'],
    [{ base: 'regime_filter' }, 'must be the name of another strategy'],
    [{ base: 'nothing' }, 'unknown strategy "nothing"'],
    [{ base: 'dca' }, 'dca places orders of its own'],
    [{ base: 'sma_cross', regimes: [] }, 'must be a list of one or more of bull, bear, ranging'],
    [
      { base: 'sma_cross', regimes: ['bull', 'moon'] },
      'must be a list of one or more of bull, bear, ranging',
    ],
    [{ base: 'sma_cross', regimes: 'bull' }, 'must be a list of one or more of bull, bear, ranging'],
    [{ base: 'sma_cross', regime_refit: 5 }, 'parameters.regime_refit must be an integer from 10 to 5000'],
    [{ base: 'sma_cross', tempo: 5 }, 'sma_cross has no parameter "tempo"'],
    [null, 'must be an object with a base strategy'],
    [[], 'must be an object with a base strategy'],
  ])('refuses %j', (parameters, reason) => {
    expect(() => resolveStrategy('regime_filter', parameters)).toThrow(reason);
  });

  it("needs the base's bars and the model's before its first signal", () => {
    const { strategy, parameters } = filterOf({ base: 'sma_cross', slow: 1_000, ...own });
    expect(strategy.warmup(parameters)).toBe(1_000);
    expect(strategy.warmup({ ...parameters, slow: 30 })).toBe(600);
  });
});
