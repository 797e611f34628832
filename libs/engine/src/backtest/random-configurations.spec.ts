import { randomWalkCandles } from '../../test/random-walk-candles';
import { sliceCandleColumns } from '../market/candle-columns';
import type { Trade } from '../performance/trade';
import { resolveStrategy, STRATEGIES } from '../strategies/registry';
import { placesOrders } from './order-strategy';
import { checkLookahead } from './check-lookahead';
import {
  type Distance,
  type Execution,
  FILLS,
  PLAIN_EXECUTION,
  SIZING_MODES,
  type SizingMode,
} from './execution';
import { type FundingColumns } from './funding';
import { type BacktestInput, runBacktest } from './run-backtest';

const CONFIGURATIONS = 100;
const BARS = 1_500;
const SIZES: Readonly<Record<SizingMode, number>> = {
  percent_equity: 0.7,
  fixed_cash: 3_000,
  fixed_quantity: 20,
  risk_percent: 0.02,
  volatility_target: 0.5,
};

/** mulberry32: the same seed draws the same configuration. */
function drawing(seed: number) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  return { random, pick };
}

function settlements(bars: number, random: () => number): FundingColumns {
  const length = Math.floor(bars / 8);
  const time = Float64Array.from(
    { length },
    (_, index) => Date.UTC(2020, 0, 1) + index * 28_800_000 + Math.floor(random() * 900),
  );
  return { time, rate: Float64Array.from({ length }, () => (random() - 0.4) * 0.001) };
}

function draw(seed: number): BacktestInput {
  const { random, pick } = drawing(seed);
  const distance = (): Distance | null =>
    pick([
      null,
      { unit: 'fraction', value: 0.01 + random() * 0.1 },
      { unit: 'atr', value: 0.5 + random() * 4 },
    ] as const);
  const name = pick(Object.keys(STRATEGIES));
  const orders = placesOrders(STRATEGIES[name]);
  const mode = pick(SIZING_MODES);
  const stopLoss = mode === 'risk_percent' ? ({ unit: 'fraction', value: 0.03 } as const) : distance();
  const execution: Execution = {
    ...PLAIN_EXECUTION,
    makerFeeRate: pick([0, 0.0002, -0.0001]),
    takerFeeRate: pick([0, 0.001]),
    slippageRate: pick([0, 0.0005]),
    lotSize: pick([null, 0.01]),
    allowShort: pick([true, false]),
    fill: pick(FILLS),
    ...(!orders && {
      sizing: { mode, value: SIZES[mode] },
      leverage: pick([1, 1, 3, 20]),
      stopLoss,
      takeProfit: distance(),
      trailingStop: distance(),
    }),
  };
  return {
    candles: randomWalkCandles(BARS, seed + 1, 3_600),
    tradeFrom: pick([0, 100]),
    intervalSeconds: 3_600,
    calendar: '24x7',
    ...resolveStrategy(name, {}),
    execution,
    funding: pick([null, settlements(BARS, random)]),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each(Array.from({ length: CONFIGURATIONS }, (_, seed) => [seed, draw(seed)] as const))(
  'random configuration %i',
  (_seed, input) => {
    const result = runBacktest(input);
    const { trades, equity, metrics, costs } = result;

    it('gives the same bytes twice', () => {
      const again = runBacktest(input);
      expect(JSON.stringify({ ...again, equity: null })).toBe(JSON.stringify({ ...result, equity: null }));
      expect(Buffer.from(again.equity.buffer).equals(Buffer.from(equity.buffer))).toBe(true);
    });

    it("keeps the account's books", () => {
      const { initialCapital } = input.execution;
      expect(equity[0]).toBe(initialCapital);
      expect(equity.every((value) => value >= 0)).toBe(true);
      expect(
        Math.abs(sum(trades.map(({ pnl }) => pnl)) - (metrics.finalEquity - initialCapital)),
      ).toBeLessThan(1e-6);
      expect(Math.abs(sum(trades.map(({ fees }) => fees)) - costs.fees)).toBeLessThan(1e-6);
      expect(Math.abs(sum(trades.map(({ funding }) => funding)) - costs.funding)).toBeLessThan(1e-6);
      const isInOrder = (trade: Trade) => {
        // The last trade of a bankrupt account loses no more than there was.
        if (result.bankrupt && trade === trades[trades.length - 1]) return true;
        const gross =
          (trade.side === 'long' ? 1 : -1) * trade.quantity * (trade.exitPrice - trade.entryPrice);
        return (
          Math.abs(trade.pnl - (gross - trade.fees - trade.funding)) < 1e-7 &&
          trade.exitIndex >= trade.entryIndex &&
          trade.entryIndex >= input.tradeFrom &&
          trade.exitTime >= trade.entryTime
        );
      };
      // One `expect` for all: thousands of them take longer than the runs.
      expect(trades.filter((trade) => !isInOrder(trade))).toEqual([]);
    });

    it('fills within the prices of its bars, but for slippage and a margin used up', () => {
      const { open, high, low } = input.candles;
      const slack = 1 + input.execution.slippageRate + 1e-12;
      const isWithin = (bar: number, price: number) =>
        price <= high[bar] * slack && price >= low[bar] / slack;
      const isFilledWithin = ({ entryIndex, entryPrice, exitIndex, exitPrice, exitReason }: Trade) =>
        isWithin(entryIndex, entryPrice) &&
        (exitReason === 'liquidation' || (isWithin(exitIndex, exitPrice) && open[exitIndex] > 0));
      expect(trades.filter((trade) => !isFilledWithin(trade))).toEqual([]);
    });

    it('does not look ahead', () => {
      expect(checkLookahead(input, result)).toEqual({ passed: true, cuts: 5 });
      const shorter = { ...input, candles: sliceCandleColumns(input.candles, 0, 1_000) };
      const whole = trades.filter(({ exitIndex }) => exitIndex < 1_000);
      const early = runBacktest(shorter).trades.filter(({ exitReason }) => exitReason !== 'end_of_data');
      expect(early).toEqual(whole);
    });
  },
);

it('covers every way of an execution', () => {
  const results = Array.from({ length: CONFIGURATIONS }, (_, seed) =>
    runBacktest(draw(seed), { benchmark: false }),
  );
  const reasons = new Set(results.flatMap(({ trades }) => trades.map(({ exitReason }) => exitReason)));
  for (const reason of [
    'signal',
    'stop_loss',
    'take_profit',
    'trailing_stop',
    'liquidation',
    'end_of_data',
  ] as const) {
    expect(reasons).toContain(reason);
  }
  expect(results.some(({ costs }) => costs.funding !== 0)).toBe(true);
  expect(results.some(({ ambiguousBars }) => ambiguousBars > 0)).toBe(true);
});
