import { drawBacktest } from '../../test/random-backtests';
import { sliceCandleColumns } from '../market/candle-columns';
import type { Trade } from '../performance/trade';
import { checkLookahead } from './check-lookahead';
import { runBacktest } from './run-backtest';

const CONFIGURATIONS = 100;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each(Array.from({ length: CONFIGURATIONS }, (_, seed) => [seed, drawBacktest(seed)] as const))(
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
    runBacktest(drawBacktest(seed), { benchmark: false }),
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
