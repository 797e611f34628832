import { drawing } from '../../test/random-backtests';
import { drawPortfolio } from '../../test/random-portfolios';
import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { checkPortfolioLookahead } from './check-portfolio-lookahead';
import { type PortfolioInput } from './portfolio';
import { runPortfolio } from './run-portfolio';

const PORTFOLIOS = 80;

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** The same candles up to a moment, then the others in another order. */
function withShuffledFuture(input: PortfolioInput, from: number): PortfolioInput {
  const { random } = drawing(99);
  const shuffle = (candles: CandleColumns): CandleColumns => {
    const start = candles.openTime.findIndex((time) => time >= from);
    if (start < 0) return candles;
    const copy = {
      ...sliceCandleColumns(candles, 0, candles.length),
      open: candles.open.slice(),
      high: candles.high.slice(),
      low: candles.low.slice(),
      close: candles.close.slice(),
      volume: candles.volume.slice(),
    };
    for (let bar = candles.length - 1; bar > start; bar--) {
      const other = start + Math.floor(random() * (bar - start + 1));
      for (const column of [copy.open, copy.high, copy.low, copy.close, copy.volume]) {
        [column[bar], column[other]] = [column[other], column[bar]];
      }
    }
    return copy;
  };
  return {
    ...input,
    members: input.members.map((member) => ({ ...member, candles: shuffle(member.candles) })),
  };
}

describe.each(Array.from({ length: PORTFOLIOS }, (_, seed) => [seed, drawPortfolio(seed)] as const))(
  'random portfolio %i',
  (_seed, input) => {
    const result = runPortfolio(input);
    const { equity, cash, trades, contributions, rebalancings, metrics, costs } = result;
    const capital = input.members[0].execution.initialCapital;
    const profit = metrics.finalEquity - capital;
    const { kind } = input.settings.allocation;

    it('gives the same bytes twice', () => {
      const again = runPortfolio(input);
      expect(JSON.stringify({ ...again, equity: [...again.equity] })).toBe(
        JSON.stringify({ ...result, equity: [...equity] }),
      );
    });

    it("keeps the account's books", () => {
      expect(equity[0]).toBe(capital);
      expect(equity.every((value) => value >= 0)).toBe(true);
      expect(Math.abs(sum(trades.map(({ pnl }) => pnl)) - profit)).toBeLessThan(1e-6);
      expect(Math.abs(sum(contributions.map(({ pnl }) => pnl)) - profit)).toBeLessThan(1e-6);
      expect(Math.abs(sum(trades.map(({ fees }) => fees)) - costs.fees)).toBeLessThan(1e-6);
      expect(Math.abs(sum(trades.map(({ funding }) => funding)) - costs.funding)).toBeLessThan(1e-6);
      expect(sum(contributions.map((member) => member.trades))).toBe(trades.length);
    });

    it('holds no more than there is, but for what prices do to shorts', () => {
      if (kind === 'rules') return;
      const isLong = trades.every(({ side }) => side === 'long');
      const unpaid = input.members.some(({ funding }) => funding !== null);
      if (isLong && !unpaid) expect(Math.min(...cash)).toBeGreaterThanOrEqual(0);
      const gross = (weights: Float64Array) => sum(weights.map((weight) => Math.abs(weight)));
      for (const { reached, drifted } of rebalancings) {
        expect(gross(reached)).toBeLessThan(Math.max(1, gross(drifted)) + 1e-9);
      }
    });

    it('trades a member at its own bars and in its own dates alone', () => {
      for (const { member, entryIndex, exitIndex, exitReason } of trades) {
        const { candles, from, to } = input.members[member];
        const entry = result.openTime[entryIndex];
        expect(candles.openTime.includes(entry)).toBe(true);
        expect(entry).toBeGreaterThanOrEqual(from ?? -Infinity);
        expect(entry).toBeLessThan(to ?? Infinity);
        if (exitReason === 'rebalance') {
          expect(candles.openTime.includes(result.openTime[exitIndex])).toBe(true);
        }
        expect(exitIndex).toBeGreaterThanOrEqual(entryIndex);
      }
    });

    it('does not know the future: cuts', () => {
      expect(checkPortfolioLookahead(input, result)).toMatchObject({ passed: true });
    });

    it('does not know the future: shuffled', () => {
      const bar = Math.floor(equity.length * 0.6);
      const { equity: shuffled } = runPortfolio(withShuffledFuture(input, result.openTime[bar]));
      expect([...shuffled.subarray(0, bar)]).toEqual([...equity.subarray(0, bar)]);
    });
  },
);

it('draws every kind of portfolio, ends of series and rules with room for fewer than want to', () => {
  const drawn = Array.from({ length: PORTFOLIOS }, (_, seed) => drawPortfolio(seed));
  expect(new Set(drawn.map(({ settings }) => settings.allocation.kind)).size).toBe(3);
  expect(new Set(drawn.map(({ settings }) => settings.rebalance?.kind)).size).toBe(4);
  const results = drawn.map(runPortfolio);
  const reasons = new Set(results.flatMap(({ trades }) => trades.map(({ exitReason }) => exitReason)));
  expect([...reasons]).toEqual(expect.arrayContaining(['rebalance', 'delisted', 'signal', 'stop_loss']));
  const warnings = results.flatMap((result) => result.warnings).join();
  expect(warnings).toContain('max_open_positions');
});
