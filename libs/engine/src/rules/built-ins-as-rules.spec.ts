import { randomWalkCandles } from '../../test/random-walk-candles';
import { readSpxCandles } from '../../test/spx-candles';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { historyBars, runBacktest } from '../backtest/run-backtest';
import { type CandleColumns } from '../market/candle-columns';
import { resolveStrategy, STRATEGIES } from '../strategies/registry';
import { compileRules } from './compile-rules';

const close = 'close';
const average = (kind: 'sma' | 'ema', period: number) => ({ [kind]: { period } });
const bollinger = (output: string) => ({ bollinger: { period: 20, std: 2, output } });
const channel = (edge: 'highest' | 'lowest', source: string, period: number) => ({
  ref: [{ [edge]: { source, period } }, 1],
});
const macd = (output: string) => ({ macd: { fast: 12, slow: 26, signal: 9, output } });
const keltner = (output: string) => ({ keltner: { ema: 20, atr: 10, multiplier: 2, output } });

const ichimoku = (output: string) => ({ ichimoku: { output } });
const trend = { supertrend: { period: 10, multiplier: 3, output: 'trend' } };
const risen = { roc: { period: 90 } };

/** A rule for entering long and one for exiting; the short side is the same with the two swapped. */
const reversing = (up: unknown, down: unknown) => ({
  entry_long: up,
  exit_long: down,
  entry_short: down,
  exit_short: up,
});
const crossing = (fast: unknown, slow: unknown) =>
  reversing({ crosses_above: [fast, slow] }, { crosses_below: [fast, slow] });

/** Each built-in strategy with its defaults, in words of the rule language. */
const WRITTEN_AS_RULES: Readonly<Record<string, unknown>> = {
  buy_and_hold: { entry_long: { gt: [1, 0] } },
  sma_cross: crossing(average('sma', 10), average('sma', 30)),
  ema_cross: crossing(average('ema', 12), average('ema', 26)),
  macd: crossing(macd('macd'), macd('signal')),
  rsi_reversion: reversing({ lt: [{ rsi: { period: 14 } }, 30] }, { gt: [{ rsi: { period: 14 } }, 70] }),
  donchian_breakout: {
    entry_long: { gt: [close, channel('highest', 'high', 20)] },
    exit_long: { lt: [close, channel('lowest', 'low', 10)] },
    entry_short: { lt: [close, channel('lowest', 'low', 20)] },
    exit_short: { gt: [close, channel('highest', 'high', 10)] },
  },
  bollinger_reversion: {
    entry_long: { lt: [close, bollinger('lower')] },
    exit_long: { gte: [close, bollinger('middle')] },
    entry_short: { gt: [close, bollinger('upper')] },
    exit_short: { lte: [close, bollinger('middle')] },
  },
  bollinger_breakout: {
    entry_long: { gt: [close, bollinger('upper')] },
    exit_long: { lt: [close, bollinger('middle')] },
    entry_short: { lt: [close, bollinger('lower')] },
    exit_short: { gt: [close, bollinger('middle')] },
  },
  keltner_breakout: {
    entry_long: { gt: [close, keltner('upper')] },
    exit_long: { lt: [close, keltner('middle')] },
    entry_short: { lt: [close, keltner('lower')] },
    exit_short: { gt: [close, keltner('middle')] },
  },
  supertrend: crossing(trend, 0),
  ichimoku: {
    entry_long: {
      all: [
        { gt: [ichimoku('conversion'), ichimoku('base')] },
        { gt: [close, { max: [ichimoku('span_a'), ichimoku('span_b')] }] },
      ],
    },
    exit_long: { lt: [ichimoku('conversion'), ichimoku('base')] },
    entry_short: {
      all: [
        { lt: [ichimoku('conversion'), ichimoku('base')] },
        { lt: [close, { min: [ichimoku('span_a'), ichimoku('span_b')] }] },
      ],
    },
    exit_short: { gt: [ichimoku('conversion'), ichimoku('base')] },
  },
  momentum: {
    entry_long: { gt: [risen, 0] },
    exit_long: { lte: [risen, 0] },
    entry_short: { lt: [risen, 0] },
    exit_short: { gte: [risen, 0] },
  },
  zscore_reversion: {
    entry_long: { lt: [{ zscore: { period: 20 } }, -2] },
    exit_long: { gte: [{ zscore: { period: 20 } }, -0.5] },
    entry_short: { gt: [{ zscore: { period: 20 } }, 2] },
    exit_short: { lte: [{ zscore: { period: 20 } }, 0.5] },
  },
};

it('covers every built-in strategy that the language can say', () => {
  // turtle remembers where it entered, dca and grid place orders of their own, and vwap_reversion needs several bars a day.
  const others = ['turtle', 'vwap_reversion', 'dca', 'grid'];
  expect([...Object.keys(WRITTEN_AS_RULES), ...others].sort()).toEqual(Object.keys(STRATEGIES).sort());
});

const SERIES: readonly (readonly [string, CandleColumns])[] = [
  ['the S&P 500', readSpxCandles()],
  ['a random walk', randomWalkCandles(20_000, 42, 3_600)],
];

describe.each(Object.keys(WRITTEN_AS_RULES))('%s written as rules', (name) => {
  const builtIn = resolveStrategy(name, {});
  const written = compileRules({ rules: WRITTEN_AS_RULES[name] });

  it('warms up as long', () => {
    expect(written.strategy.warmup(written.parameters)).toBe(builtIn.strategy.warmup(builtIn.parameters));
    expect(historyBars(written.strategy, written.parameters, PLAIN_EXECUTION)).toBe(
      historyBars(builtIn.strategy, builtIn.parameters, PLAIN_EXECUTION),
    );
  });

  it.each(
    SERIES.flatMap(([series, candles]) => [
      { series, candles, allowShort: false },
      { series, candles, allowShort: true },
    ]),
  )('trades the same to the byte on $series, short side: $allowShort', ({ candles, allowShort }) => {
    const execution = { ...PLAIN_EXECUTION, takerFeeRate: 0.001, slippageRate: 0.0005, allowShort };
    const setting = { candles, tradeFrom: 0, intervalSeconds: 86_400, calendar: '24x7', execution } as const;
    const expected = runBacktest({ ...setting, ...builtIn });
    const actual = runBacktest({ ...setting, ...written });
    expect(expected.trades.length).toBeGreaterThan(0);
    expect(JSON.stringify(actual.trades)).toBe(JSON.stringify(expected.trades));
    expect(Buffer.from(actual.equity.buffer).equals(Buffer.from(expected.equity.buffer))).toBe(true);
    expect(actual.metrics).toEqual(expected.metrics);
  });
});
