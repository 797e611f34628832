import { candlesFromPrices } from '../../test/candles-from-prices';
import { drawBacktest } from '../../test/random-backtests';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { refusalOf } from '../../test/refusal-of-rules';
import { checkLookahead } from '../backtest/check-lookahead';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { type BacktestInput, runBacktest } from '../backtest/run-backtest';
import { ENTER_LONG, EXIT_LONG, type Strategy } from '../backtest/strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { sliceCandleColumns } from '../market/candle-columns';
import { type Trade } from '../performance/trade';
import { resolveStrategy } from '../strategies/registry';
import { spanSimulators } from '../validation/simulate-span';
import { compileRules } from './compile-rules';

const walk = randomWalkCandles(900, 21, 3_600);

function inputOf(rules: object, given: Partial<BacktestInput> = {}): BacktestInput {
  return {
    candles: walk,
    tradeFrom: 0,
    intervalSeconds: 3_600,
    calendar: '24x7',
    ...compileRules({ rules }),
    execution: { ...PLAIN_EXECUTION, initialCapital: 1_000 },
    ...given,
  };
}

const tradesOf = (input: BacktestInput) => runBacktest(input).trades;
const withoutTags = (trade: Trade) => ({ ...trade, entryTag: undefined, exitTag: undefined });

const CROSS = [{ sma: { period: 5 } }, { sma: { period: 15 } }];
const PLAIN = {
  entry_long: { crosses_above: CROSS },
  exit_long: { crosses_below: CROSS },
  entry_short: { crosses_below: CROSS },
  exit_short: { crosses_above: CROSS },
};
const TAGGED = {
  entry_long: { when: PLAIN.entry_long, entry_tag: 'up' },
  exit_long: { when: PLAIN.exit_long, exit_tag: 'over' },
  entry_short: { when: PLAIN.entry_short, entry_tag: 'down' },
  exit_short: { when: PLAIN.exit_short, exit_tag: 'over' },
};

it('reduces, leaves and names the rules that said so', () => {
  // Bought 10 at 100; 5 sold at 120 for +100, 5 at 80 for -100. Then all of 1,000 at 95, left after three bars at 96.
  const candles = candlesFromPrices([
    100,
    [100, 110],
    [120, 130],
    [130, 90],
    [80, 90],
    [95, 95],
    [95, 95],
    [96, 96],
    96,
  ]);
  const rules = {
    entry_long: [
      { when: { eq: ['close', 100] }, entry_tag: 'round' },
      { when: { eq: ['close', 90] }, entry_tag: 'low' },
    ],
    exit_long: [{ eq: ['close', 1] }, { when: { lt: ['unrealised_return', 0] }, exit_tag: 'under water' }],
    reduce: { fraction: 0.5, when: { gte: ['unrealised_return', 0.1] }, times: 1, exit_tag: 'half' },
    max_bars: 2,
  };
  const [first, second, ...others] = tradesOf(inputOf({ ...rules, max_bars: 3 }, { candles }));
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    ...{ entryIndex: 1, exitIndex: 4, entryPrice: 100, exitPrice: 100, quantity: 10, pnl: 0, return: 0 },
    ...{ entryTag: 'round', exitTag: 'under water', exitReason: 'signal' },
    legs: [
      { exitIndex: 2, exitPrice: 120, quantity: 5, pnl: 100, exitReason: 'reduce', exitTag: 'half' },
      { exitIndex: 4, exitPrice: 80, quantity: 5, pnl: -100, exitReason: 'signal', exitTag: 'under water' },
    ],
  });
  // The close that leaves at a loss also says to enter, which a bar that leaves does not.
  expect(second).toMatchObject({ entryIndex: 5, entryTag: 'low', exitIndex: 8, exitReason: 'max_bars' });
  expect(second).not.toHaveProperty('legs');
  const aged = tradesOf(inputOf(rules, { candles }));
  expect(aged.map(({ entryIndex, exitIndex, exitReason }) => [entryIndex, exitIndex, exitReason])).toEqual([
    [1, 3, 'max_bars'],
    [4, 6, 'max_bars'],
  ]);
});

it('has no value of a position while there is none: comparisons are false, their not is true', () => {
  const flat = { not: { gte: ['bars_in_trade', 0] } };
  const byValue = tradesOf(inputOf({ entry_long: flat, exit_long: { gte: ['bars_in_trade', 3] } }));
  const byAge = tradesOf(inputOf({ entry_long: flat, max_bars: 3 }));
  expect(byValue.length).toBeGreaterThan(200);
  expect(byAge.map((trade) => ({ ...trade, exitReason: 'signal' }))).toEqual(
    byValue.map((trade) => ({ ...trade, exitReason: 'signal' })),
  );
  expect(new Set(byValue.slice(0, -1).map(({ entryIndex, exitIndex }) => exitIndex - entryIndex))).toEqual(
    new Set([3]),
  );
  expect(tradesOf(inputOf({ entry_long: { gt: ['entry_price', 0] } }))).toEqual([]);
});

it.each(Array.from({ length: 40 }, (_, seed) => [seed]))(
  'with tags alone makes the very same run as without, whatever the execution (%i)',
  (seed) => {
    const drawn = drawBacktest(seed);
    const run = (rules: object) => runBacktest({ ...drawn, ...compileRules({ rules }) });
    const [plain, tagged] = [run(PLAIN), run(TAGGED)];
    expect(tagged.trades.map(withoutTags)).toEqual(plain.trades);
    expect(tagged.equity).toEqual(plain.equity);
    for (const { side, exitTag, entryTag, exitReason } of tagged.trades) {
      expect(entryTag).toBe(side === 'long' ? 'up' : 'down');
      if (exitReason !== 'signal') expect(exitTag).toBeUndefined();
    }
  },
);

it('is held back by a regime filter like rules without tags', () => {
  const filtered = (rules: object) =>
    tradesOf({
      ...inputOf(PLAIN),
      ...resolveStrategy('regime_filter', {
        base: 'custom',
        regimes: ['bull'],
        regime_lookback: 200,
        regime_refit: 50,
        rules,
      }),
    });
  const plain = filtered(PLAIN);
  expect(plain.length).toBeGreaterThan(3);
  expect(filtered(TAGGED).map(withoutTags)).toEqual(plain);
});

describe('rules that depend on the position', () => {
  const rules = {
    ...TAGGED,
    exit_long: {
      when: { lt: [{ sub: ['close', 'entry_price'] }, { mul: [{ atr: {} }, -1] }] },
      exit_tag: 'atr',
    },
    reduce: { fraction: { param: 'part' }, when: { gt: ['unrealised_return', 0.005] } },
    max_bars: { param: 'bars' },
  };
  const resolved = compileRules({ rules, part: 0.25, bars: 12 });
  const input = inputOf(PLAIN, {
    ...resolved,
    execution: { ...PLAIN_EXECUTION, allowShort: true, takerFeeRate: 0.001 },
  });

  it('run in a search over their parameters as by themselves', () => {
    if (!('signals' in input.strategy)) throw new Error('rules give signals');
    const simulatorOf = spanSimulators({ ...input, strategy: input.strategy }, new IndicatorMemo());
    for (const parameters of [
      { part: 0.25, bars: 12 },
      { part: 0.5, bars: 5 },
    ]) {
      const { trades, equity } = simulatorOf(parameters)({ from: 300, to: 700 });
      const candles = sliceCandleColumns(walk, 0, 700);
      const alone = runBacktest({ ...input, candles, tradeFrom: 300, parameters });
      expect(trades).toEqual(alone.trades);
      expect(equity).toEqual(alone.equity);
      expect(trades.some(({ legs }) => legs !== undefined)).toBe(true);
    }
  });

  it('pass the look-ahead check, which finds those that peek', () => {
    expect(checkLookahead(input, runBacktest(input))).toEqual({ passed: true, cuts: 5 });
    const peeking: Strategy = {
      ...(resolved.strategy as Strategy),
      positionRules: ({ close }) => ({
        // Nothing where the next close is not known.
        decide: (bar) =>
          close[bar + 1] > close[bar] ? ENTER_LONG : close[bar + 1] <= close[bar] ? EXIT_LONG : 0,
        tags: { entry_long: [], exit_long: [], entry_short: [], exit_short: [] },
        reductions: [],
      }),
    };
    const run = { ...input, strategy: peeking };
    expect(checkLookahead(run, runBacktest(run))).toMatchObject({
      passed: false,
      difference: { kind: 'signal' },
    });
  });
});

const up = { gt: ['close', 1] };
it.each<[string, object, string]>([
  [
    'a position in ref',
    { entry_long: { gt: [{ ref: ['entry_price', 1] }, 1] } },
    'entry_long.gt[0].ref[0]: bars_in_trade',
  ],
  [
    'a position in a cross',
    { entry_long: { crosses_above: ['close', 'entry_price'] } },
    'entry_long.crosses_above[1]: bars_in_trade',
  ],
  [
    'a position that rises',
    { entry_long: { rising: [{ neg: 'unrealised_return' }, 2] } },
    'entry_long.rising[0]: bars_in_trade',
  ],
  [
    'a position as source',
    { entry_long: { gt: [{ sma: { source: 'bars_in_trade' } }, 1] } },
    'entry_long.gt[0].sma.source: bars_in_trade',
  ],
  [
    'a clock with settings',
    { entry_long: { gt: [{ hour: { zone: 'UTC' } }, 1] } },
    'entry_long.gt[0].hour: hour has no settings',
  ],
  ['an empty list', { entry_long: [] }, 'entry_long: a list has 1 to 15 rules, got 0'],
  [
    'the tag of the other kind',
    { entry_long: { when: up, exit_tag: 'a' } },
    'entry_long: unknown key "exit_tag"; there are when, entry_tag',
  ],
  [
    'a tag that is a formula',
    { entry_long: [up, { when: up, entry_tag: '=A1' }] },
    'entry_long[1].entry_tag: a tag is a letter',
  ],
  [
    'all as a part',
    { entry_long: up, reduce: { fraction: 1, when: up } },
    'reduce.fraction: expected a number from 0.000001 to 0.999999',
  ],
  [
    'a reduction without condition',
    { entry_long: up, reduce: [{ fraction: 0.5 }] },
    'reduce[0].when: missing',
  ],
  [
    'a reduction of no side',
    { entry_long: up, reduce: { fraction: 0.5, when: up, side: 'both' } },
    'reduce.side: expected "long" or "short"',
  ],
  [
    'a reduction of no times',
    { entry_long: up, reduce: { fraction: 0.5, when: up, times: 0 } },
    'reduce.times: expected an integer from 1',
  ],
  ['no bars', { entry_long: up, max_bars: 0 }, 'max_bars: expected an integer from 1 to 1000000'],
])('refuses %s', (_name, rules, refusal) => {
  expect(refusalOf({ rules })).toContain(`parameters.rules.${refusal}`);
});
