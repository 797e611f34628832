import { randomWalkCandles } from '../../test/random-walk-candles';
import { run } from '../../test/run-scripted';
import { ENTER_LONG, EXIT_LONG, type Strategy } from './strategy';
import { resolveStrategy, STRATEGIES } from '../strategies/registry';
import { checkLookahead } from './check-lookahead';
import { PLAIN_EXECUTION } from './execution';
import { type BacktestInput, runBacktest } from './run-backtest';

const candles = randomWalkCandles(2_000, 9);

/** Long while the close `bars` ahead is higher: 0 looks back by one bar instead. */
function peeking(bars: number): Strategy {
  return {
    name: 'peeking',
    summary: 'Knows what comes.',
    parameters: {},
    warmup: () => 1,
    signals: ({ close, length }) =>
      Uint8Array.from({ length }, (_, bar) => {
        const [from, to] = bars === 0 ? [bar - 1, bar] : [bar, bar + bars];
        if (from < 0 || to >= length) return 0;
        return close[to] > close[from] ? ENTER_LONG : EXIT_LONG;
      }),
  };
}

function inputOf(strategy: BacktestInput['strategy'], given: Partial<BacktestInput> = {}): BacktestInput {
  return {
    candles,
    tradeFrom: 0,
    intervalSeconds: 86_400,
    calendar: '24x7',
    strategy,
    parameters: {},
    execution: PLAIN_EXECUTION,
    ...given,
  };
}

const check = (input: BacktestInput, cuts?: number) => checkLookahead(input, runBacktest(input), cuts);

it.each(Object.keys(STRATEGIES))('passes %s', (name) => {
  expect(check(inputOf(STRATEGIES[name], resolveStrategy(name, {})))).toEqual({ passed: true, cuts: 5 });
});

it.each([1, 2, 10])('finds a rule that sees %i bars ahead', (bars) => {
  expect(check(inputOf(peeking(0)))).toEqual({ passed: true, cuts: 5 });
  const result = check(inputOf(peeking(bars)));
  expect(result).toMatchObject({ passed: false, difference: { kind: 'signal', truncated: 0 } });
  if (result.passed) throw new Error('the look-ahead was not found');
  const { barsGiven, index } = result.difference;
  expect(index).toBe(barsGiven - bars);
});

it('finds a rule that knows a figure of the whole series', () => {
  const centred: Strategy = {
    ...peeking(0),
    signals: ({ close, length }) => {
      const mean = close.reduce((sum, price) => sum + price, 0) / length;
      return close.reduce((signals, price, bar) => {
        signals[bar] = price < mean ? ENTER_LONG : EXIT_LONG;
        return signals;
      }, new Uint8Array(length));
    },
  };
  expect(check(inputOf(centred))).toMatchObject({ passed: false });
});

it('finds trades and equity that differ, should the signals not', () => {
  const input = inputOf(STRATEGIES.sma_cross, resolveStrategy('sma_cross', {}));
  const result = runBacktest(input);
  const otherTrades = result.trades.map((trade, index) => (index === 3 ? { ...trade, quantity: 1 } : trade));
  expect(checkLookahead(input, { ...result, trades: otherTrades })).toMatchObject({
    passed: false,
    difference: { kind: 'trade', index: 3, whole: otherTrades[3], truncated: result.trades[3] },
  });
  const otherEquity = result.equity.slice();
  otherEquity[20] += 1;
  expect(checkLookahead(input, { ...result, equity: otherEquity })).toMatchObject({
    passed: false,
    difference: { kind: 'equity', index: 20, whole: 10_001, truncated: 10_000 },
  });
});

it('cuts as often as given, and where there is room', () => {
  const input = inputOf(STRATEGIES.sma_cross, resolveStrategy('sma_cross', {}));
  expect(check(input, 12)).toEqual({ passed: true, cuts: 12 });
  const short = { ...inputOf(STRATEGIES.buy_and_hold), candles: randomWalkCandles(3, 1) };
  expect(check(short)).toEqual({ passed: true, cuts: 1 });
  const shortest = { ...inputOf(STRATEGIES.buy_and_hold), candles: randomWalkCandles(2, 1) };
  expect(check(shortest)).toEqual({ passed: true, cuts: 0 });
  expect(run(shortest.candles, STRATEGIES.buy_and_hold).bars).toBe(2);
});
