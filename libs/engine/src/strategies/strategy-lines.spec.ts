import { readFixture } from '../../test/read-fixture';
import { readSpxCandles } from '../../test/spx-candles';
import { relativeStrengthIndexIndicator } from '../indicators/relative-strength-index';
import { resolveStrategy, STRATEGIES } from './registry';
import { strategyLines } from './strategy-lines';

const candles = readSpxCandles();

function linesOf(name: string, given: object = {}) {
  const { declaration, parameters } = resolveStrategy(name, given);
  return strategyLines(declaration, parameters, candles);
}

const valuesOf = (name: string, given: object, line: string) =>
  linesOf(name, given).find((each) => each.name === line)!.values;

describe('the lines of a strategy', () => {
  it.each([
    ['sma_cross', ['sma(10)', 'sma(30)']],
    ['ema_cross', ['ema(12)', 'ema(26)']],
    ['bollinger_reversion', ['bollinger(20, 2).middle', 'bollinger(20, 2).upper', 'bollinger(20, 2).lower']],
    [
      'keltner_breakout',
      ['keltner(20, 10, 2).middle', 'keltner(20, 10, 2).upper', 'keltner(20, 10, 2).lower'],
    ],
    [
      'donchian_breakout',
      ['donchian(20).upper[1]', 'donchian(20).lower[1]', 'donchian(10).upper[1]', 'donchian(10).lower[1]'],
    ],
    ['supertrend', ['supertrend(10, 3).line']],
    ['vwap_reversion', ['vwap_day', 'vwap_day + 2 deviations', 'vwap_day - 2 deviations']],
  ])('%s is on the prices: %j', (strategy, names) => {
    const lines = linesOf(strategy);
    expect(lines.map(({ name }) => name)).toEqual(names);
    for (const { panel, unit, values } of lines) {
      expect([panel, unit]).toEqual(['price', 'quote currency']);
      expect(values[5_000] / candles.close[5_000]).toBeGreaterThan(0.7);
      expect(values[5_000] / candles.close[5_000]).toBeLessThan(1.3);
    }
  });

  it.each([
    ['rsi_reversion', '0 to 100', { 'rsi(14)': undefined, oversold: 30, overbought: 70 }],
    ['momentum', 'percent', { 'roc(90)': undefined, 'lower threshold': -0, 'upper threshold': 0 }],
    [
      'zscore_reversion',
      'standard deviations',
      {
        'zscore(20)': undefined,
        ...{ 'lower entry': -2, 'upper entry': 2, 'lower exit': -0.5, 'upper exit': 0.5 },
      },
    ],
  ])('%s is in a panel of its own with its thresholds', (strategy, unit, levels) => {
    const lines = linesOf(strategy);
    expect(lines.map(({ name, panel, unit: of }) => [name, panel, of])).toEqual(
      Object.keys(levels).map((name) => [name, 'own', unit]),
    );
    Object.values(levels).forEach((level, index) => {
      if (level !== undefined) expect(new Set(lines[index].values)).toEqual(new Set([level]));
    });
  });

  it("crosses one bar before each fill of backtesting.py's run of sma_cross, and has TA-Lib's values", () => {
    const { trades } = readFixture('backtest', 'spx-sma-cross-long-fee-0') as {
      readonly trades: readonly { readonly entry_bar: number; readonly exit_bar: number }[];
    };
    const [fast, slow] = linesOf('sma_cross', { fast: 10, slow: 30 }).map(({ values }) => values);
    const lead = fast.map((value, bar) => Math.sign(value - slow[bar]));
    // The last one is closed by the end of the data.
    for (const { entry_bar: entry, exit_bar: exit } of trades.slice(0, -1)) {
      expect([lead[entry - 2], lead[entry - 1]]).toEqual([-1, 1]);
      expect([lead[exit - 2], lead[exit - 1]]).toEqual([1, -1]);
    }
    // spx-indicators.fixture.json: TA-Lib 0.8.2.
    const twenty = valuesOf('sma_cross', { fast: 20 }, 'sma(20)');
    expect([twenty[18], twenty[19]]).toEqual([NaN, expect.closeTo(1425.5855041500001, 8)]);
  });

  it('are those of the bars before a close where it is compared with a channel', () => {
    const upper = valuesOf('donchian_breakout', {}, 'donchian(20).upper[1]');
    expect(upper.subarray(0, 20).every(Number.isNaN)).toBe(true);
    expect(upper[20]).toBe(candles.high.subarray(0, 20).reduce((most, high) => Math.max(most, high)));
  });

  it('are the indicators of rules, with what they are computed from', () => {
    const rules = {
      entry_long: {
        all: [
          { lt: [{ rsi: { period: { param: 'length' } } }, 30] },
          { gt: ['volume', { sma: { period: 50, source: 'volume' } }] },
          { gt: ['close', { ema: { period: 5, source: { rsi: { period: 14 } } } }] },
          { gt: ['close', { bollinger: { period: 20, std: 2, output: 'lower' } }] },
        ],
      },
      exit_long: { gt: [{ rsi: { period: 14 } }, 70] },
    };
    const lines = linesOf('custom', { rules, length: 14 });
    expect(lines.map(({ name, panel, unit }) => [name, panel, unit]).sort()).toEqual([
      ['bollinger(20, 2).lower', 'price', 'quote currency'],
      ['ema(5) of rsi(14)', 'own', '0 to 100'],
      ['rsi(14)', 'own', '0 to 100'],
      ['sma(50) of volume', 'own', 'base currency'],
    ]);
    const [rsi] = relativeStrengthIndexIndicator.compute(candles.close, { period: 14 });
    expect(lines.find(({ name }) => name === 'rsi(14)')!.values).toEqual(rsi);
  });

  it('of a regime filter are those of its base', () => {
    expect(linesOf('regime_filter', { base: 'sma_cross', fast: 5 }).map(({ name }) => name)).toEqual([
      'sma(5)',
      'sma(30)',
    ]);
  });

  it('are there of each built-in strategy but those that compare nothing, under different names', () => {
    const without = Object.keys(STRATEGIES).filter((name) => linesOf(name).length === 0);
    expect(without).toEqual(['buy_and_hold', 'dca', 'grid']);
    for (const name of Object.keys(STRATEGIES)) {
      const lines = linesOf(name);
      expect(new Set(lines.map((line) => line.name)).size).toBe(lines.length);
    }
  });
});
