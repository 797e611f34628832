import { candlesFromPrices } from '../../test/candles-from-prices';
import { priceInput, runPrices } from '../../test/run-prices';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { allocateCandleColumns } from '../market/candle-columns';
import { runPortfolio } from './run-portfolio';

const EQUAL = { weights: { method: 'equal' } };
const STEADY = [100, 100, 100, 100, 100];
const momentum = { ranking: { by: { momentum: { lookback: 100 } }, top: 1 } };

it.each([
  {
    name: 'more held than there are members',
    prices: { A: STEADY, B: STEADY },
    request: { ranking: { by: { momentum: { lookback: 1 } }, top: 2, bottom: 1 } },
    reason: 'ranking.top and ranking.bottom hold 3 members, the universe has 2',
  },
  {
    name: 'a rebalance on no bar',
    prices: { A: STEADY },
    request: { ...EQUAL, rebalance: { bars: 4 } },
    reason: 'rebalance.bars of 4 falls on no bar',
  },
  { name: 'a single bar', prices: { A: [100] }, request: EQUAL, reason: 'one bar in the requested range' },
  { name: 'no candle', prices: { A: [] }, request: EQUAL, reason: 'there are no candles to test on' },
  {
    name: 'too little history for every member',
    prices: { A: STEADY, B: STEADY },
    request: momentum,
    reason: 'too little history: no member has the 101 closes that a decision needs',
  },
  {
    name: 'prices that do not move, for weights by risk',
    prices: { A: STEADY, B: STEADY },
    request: { weights: { method: 'inverse_volatility', lookback: 2 }, rebalance: { bars: 1 } },
    reason: 'no decision has weights: A has no variance',
  },
  {
    name: 'a strategy that no history suffices for',
    prices: { A: STEADY },
    request: { rules: { strategy_name: 'sma_cross', max_open_positions: 1 } },
    reason: 'too little history: no member has the candles that sma_cross with these parameters needs',
  },
])('refuses $name', ({ prices, request, reason }) => {
  const run = () => runPrices(prices as Record<string, number[]>, request);
  expect(run).toThrow(BacktestRefusal);
  expect(run).toThrow(reason);
});

it('refuses an empty universe', () => {
  const input = { ...priceInput({ A: STEADY }, EQUAL), members: [] };
  expect(() => runPortfolio(input)).toThrow('the universe is empty');
});

it('refuses series that never overlap', () => {
  const later = candlesFromPrices(STEADY);
  const openTime = later.openTime.map((time) => time + 10 * 86_400_000);
  const members = { B: { candles: { ...later, openTime } } };
  expect(() => runPrices({ A: STEADY, B: STEADY }, EQUAL, { members })).toThrow('never overlap');
});

it('refuses more member-bars than it may hold, and names a way out', () => {
  const candles = allocateCandleColumns(10_000);
  candles.openTime.forEach((_time, bar) => (candles.openTime[bar] = Date.UTC(2020, 0, 1) + bar * 60_000));
  const [member] = priceInput({ A: STEADY }, EQUAL).members;
  const input = priceInput({ A: STEADY }, EQUAL);
  const members = Array.from({ length: 900 }, (_, index) => ({ ...member, symbol: `S${index}`, candles }));
  expect(() => runPortfolio({ ...input, members })).toThrow('take a coarser interval');
});

it('warns of members that have no candle while they belong to the universe', () => {
  const empty = candlesFromPrices([]);
  const { warnings } = runPrices({ A: STEADY, B: STEADY }, EQUAL, { members: { B: { candles: empty } } });
  expect(warnings).toContain('members without a candle in the range while they belong to the universe: B');
});

it('goes on at other decisions where one has no weights', () => {
  const moving = [100, 100, 100, 101, 103, 102];
  const { warnings, trades } = runPrices(
    { A: moving, B: [50, 51, 50, 52, 51, 53] },
    { weights: { method: 'inverse_volatility', lookback: 2 }, rebalance: { bars: 1 } },
    { first: 2 },
  );
  expect(warnings.join()).toContain('decisions that changed nothing because there were no weights: 1');
  expect(trades.length).toBeGreaterThan(0);
});

describe('more members than returns, of which a long-only mix has no variance', () => {
  /** B mirrors A up to a bar, and moves with it from there on, as C does always: 3 members have 2 returns. */
  const pricesOf = (bars: number, turn: number) => {
    const returns = Array.from(
      { length: bars },
      (_, bar) => (bar % 2 === 0 ? 0.02 : -0.01) * (1 + (bar % 3)),
    );
    const grow = (sign: (bar: number) => number) =>
      returns.reduce<number[]>(
        (prices, step, bar) => [...prices, prices.at(-1)! * (1 + sign(bar) * step)],
        [100],
      );
    return { A: grow(() => 1), B: grow((bar) => (bar < turn ? -1 : 1)), C: grow(() => 1) };
  };
  const request = { weights: { method: 'risk_parity', lookback: 2 }, rebalance: { bars: 1 } };

  it('are weighed as soon as they move together', () => {
    const { warnings, rebalancings } = runPrices(pricesOf(14, 6), request, { first: 2 });
    expect(warnings.join()).toContain('decisions that changed nothing because there were no weights: ');
    expect(rebalancings.length).toBeGreaterThan(0);
  });

  it('are given up after 20 decisions without weights', () => {
    expect(() => runPrices(pricesOf(40, 40), request, { first: 2 })).toThrow(
      /^none of the first 20 decisions has weights: risk parity has no weights here: a long-only mix of the 3 members .* 2 returns/,
    );
  });
});
