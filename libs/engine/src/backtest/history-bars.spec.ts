import { randomWalkCandles } from '../../test/random-walk-candles';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { compileRules } from '../rules/compile-rules';
import { type ResolvedStrategy, resolveStrategy, STRATEGIES } from '../strategies/registry';
import { givesSignals } from './any-strategy';
import { type Execution, PLAIN_EXECUTION } from './execution';
import { historyBars, requiredWarmupBars, runBacktest } from './run-backtest';
import { decisionsOf, PLAIN_TIMES, type StrategyParameters } from './strategy';

const WITH_STOP: Execution = { ...PLAIN_EXECUTION, stopLoss: { unit: 'atr', value: 2 } };

function barsOf(name: string, parameters: object, execution = PLAIN_EXECUTION): number {
  const resolved = resolveStrategy(name, parameters);
  return historyBars(resolved.strategy, resolved.parameters, execution);
}

function barsOfRules(condition: object): number {
  const { strategy, parameters } = compileRules({ rules: { entry_long: condition } });
  return historyBars(strategy, parameters, PLAIN_EXECUTION);
}

describe('historyBars', () => {
  // By hand: an average that keeps the share s of itself at each bar has 1e-10 left of its first value after ln 1e-10 / ln s bars.
  it.each([
    // 14 bars to the first value, 311 that keep 13/14 each, and one more as by every rule.
    ['rsi_reversion', { period: 14 }, 14 + 311 + 1],
    // 25 bars to the first value of the slow average, 300 that keep 25/27 each.
    ['ema_cross', { fast: 12, slow: 26 }, 25 + 300 + 1],
    ['supertrend', { period: 10 }, 10 + 219 + 1],
    ['turtle', { atr: 20 }, 20 + 449 + 1],
    // Windows forget by themselves.
    ['sma_cross', { fast: 10, slow: 30 }, 30],
    // The day's average begins with the day, as the range does.
    ['vwap_reversion', {}, 1],
    ['dca', {}, 0],
  ])('of %s %j are those that its averages settle on', (name, parameters, bars) => {
    expect(barsOf(name, parameters)).toBe(bars);
  });

  it('are those of a stop in average true ranges where it needs more', () => {
    expect(barsOf('sma_cross', {}, WITH_STOP)).toBe(14 + 311);
  });

  it('are those of an average of averages in rules, one after the other', () => {
    const average = { ema: { period: 26, source: { rsi: { period: 14 } } } };
    expect(barsOfRules({ gt: ['close', average] })).toBe(25 + 300 + 14 + 311 + 1);
  });

  // A day has 1,440 minutes; the first of the range is whole, those before are where their first minute is loaded.
  it('are those of a day where rules read the average of a day before the range', () => {
    const ofDay = { vwap_day: {} };
    expect(barsOfRules({ gt: ['close', ofDay] })).toBe(1);
    expect(barsOfRules({ crosses_above: ['close', ofDay] })).toBe(1_439 + 1);
    expect(barsOfRules({ gt: ['close', { ref: [ofDay, 3] }] })).toBe(1_439 + 3);
    expect(barsOfRules({ gt: ['close', { sma: { period: 20, source: ofDay } }] })).toBe(1_439 + 19 + 1);
  });
});

/** The decisions on the bars from `from` on, of a run that has so many bars before them. */
function decisionsFrom(
  { strategy, parameters }: ResolvedStrategy,
  candles: CandleColumns,
  from: number,
  before: number,
): number[] {
  if (!givesSignals(strategy)) return [];
  const used = sliceCandleColumns(candles, from - before, candles.length);
  const decisions = decisionsOf(strategy, used, parameters, new IndicatorMemo(), PLAIN_TIMES);
  return [...(decisions as Uint8Array)].slice(before);
}

describe('a strategy on its history', () => {
  const FROM = 42 * 24;
  // What a stop of turtle's own hangs on is a breakout that may be long ago; orders are laid out by the first bar of the range. The
  // trend of supertrend is that of longer histories once it has turned, as it soon does on these walks.
  const ofSignals = Object.keys(STRATEGIES).filter((name) => !['turtle', 'dca', 'grid'].includes(name));
  const walks = [1, 2, 3].map((seed) => randomWalkCandles(3_000, seed, 3_600));

  it.each(ofSignals)('decides as on a longer one: %s', (name) => {
    const resolved = resolveStrategy(name, {});
    const bars = barsOf(name, {});
    for (const candles of walks) {
      const decided = decisionsFrom(resolved, candles, FROM, bars);
      expect(decided).toHaveLength(3_000 - FROM);
      expect(decided).toEqual(decisionsFrom(resolved, candles, FROM, FROM));
    }
  });

  it('decides otherwise on its look-back alone where averages are carried on', () => {
    const resolved = resolveStrategy('rsi_reversion', {});
    const { strategy, parameters } = resolved;
    const warmupBars = requiredWarmupBars(strategy, parameters, PLAIN_EXECUTION);
    const differs = walks.map(
      (candles) =>
        JSON.stringify(decisionsFrom(resolved, candles, FROM, warmupBars)) !==
        JSON.stringify(decisionsFrom(resolved, candles, FROM, FROM)),
    );
    expect(differs).toContain(true);
  });
});

describe('a run with less history than its averages settle on', () => {
  const warningsOf = (length: number, tradeFrom: number, name = 'rsi_reversion', parameters: object = {}) =>
    runBacktest({
      candles: randomWalkCandles(length, 4),
      tradeFrom,
      intervalSeconds: 86_400,
      calendar: '24x7',
      ...(resolveStrategy(name, parameters) as ResolvedStrategy & { parameters: StrategyParameters }),
      execution: PLAIN_EXECUTION,
    }).warnings.filter((warning) => warning.startsWith('only'));

  it('warns of it', () => {
    expect(warningsOf(500, 100)).toEqual([
      'only 100 of the 326 candles that averages carried on settle on exist before the range: ' +
        'values before the candle of 2020-11-22T00:00:00Z depend on where the stored candles begin',
    ]);
    expect(warningsOf(300, 100)).toEqual([
      'only 100 of the 326 candles that averages carried on settle on exist before the range: ' +
        'values in the whole range depend on where the stored candles begin',
    ]);
    expect(warningsOf(500, 326)).toEqual([]);
  });

  it('says so in one warning with the first signal', () => {
    expect(warningsOf(500, 10)).toEqual([
      'only 10 of the 15 candles that the strategy warms up on exist before the range: ' +
        'no signal before the candle of 2020-01-16T00:00:00Z, and ' +
        'values before the candle of 2020-11-22T00:00:00Z depend on where the stored candles begin',
    ]);
  });

  it('says nothing of settling where windows are all there is', () => {
    expect(warningsOf(500, 10, 'sma_cross')).toEqual([
      'only 10 of the 30 candles that the strategy warms up on exist before the range: ' +
        'no signal before the candle of 2020-01-31T00:00:00Z',
    ]);
  });
});
