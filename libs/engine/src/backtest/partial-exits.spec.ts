import { createHash } from 'node:crypto';
import { readFixtures } from '../../test/read-fixture';
import { readSpxCandles } from '../../test/spx-candles';
import { trackPositions } from '../performance/track-positions';
import { compileRules } from '../rules/compile-rules';
import { checkLookahead } from './check-lookahead';
import { PLAIN_EXECUTION } from './execution';
import { runBacktest } from './run-backtest';

/**
 * Partial exits against backtesting.py on the S&P 500, leg for leg. Each fixture is what bench/peers/backtesting_py_legs.py
 * printed and says by which command and with which versions. Left out, because the two mean different things by it: what the
 * last bar closes.
 */
interface Fixture {
  readonly command: string;
  readonly side: 'long' | 'long_short';
  readonly fee: number;
  readonly capital: number;
  readonly count: number;
  /** Of all rows, a line for each, the first five columns joined by commas; and what the others add up to. */
  readonly sha256: string;
  readonly fees: number;
  readonly pnl: number;
  /** The first of them: entry bar, exit bar, size, entry price, exit price, fees, profit or loss. */
  readonly rows: readonly (readonly (number | string)[])[];
  readonly equity_every: number;
  readonly equity: readonly number[];
}

const FIXTURES = readFixtures('backtest', 'legs-') as Fixture[];
const candles = readSpxCandles();

const CROSS = [{ sma: { period: 10 } }, { sma: { period: 30 } }];
const RULES = {
  entry_long: { crosses_above: CROSS },
  exit_long: { crosses_below: CROSS },
  entry_short: { crosses_below: CROSS },
  exit_short: { crosses_above: CROSS },
  max_bars: 40,
  reduce: [
    { fraction: 0.5, times: 1, when: { gt: ['unrealised_return', 0.02] }, exit_tag: 'gain' },
    {
      fraction: 0.25,
      when: { all: [{ gte: ['bars_in_trade', 5] }, { lt: [{ unrealised_return: {} }, -0.01] }] },
      exit_tag: 'loss',
    },
  ],
};

it('has peer runs of both sides', () => {
  expect(FIXTURES.map(({ side }) => side)).toEqual(['long', 'long_short']);
});

describe.each(FIXTURES.map((fixture) => [fixture.command.replace(/^.*\.py /, ''), fixture] as const))(
  'backtesting.py %s',
  (_title, fixture) => {
    const run = {
      candles,
      tradeFrom: 0,
      intervalSeconds: 86_400,
      calendar: 'XNYS',
      ...compileRules({ rules: RULES }),
      execution: {
        ...PLAIN_EXECUTION,
        initialCapital: fixture.capital,
        makerFeeRate: fixture.fee,
        takerFeeRate: fixture.fee,
        lotSize: 1,
        allowShort: fixture.side === 'long_short',
      },
    } as const;
    const result = runBacktest(run);

    it('closes the same parts at the same prices, with the same fees and results', () => {
      const rows = result.trades
        .flatMap((trade) =>
          (trade.legs ?? [trade]).map((leg) => ({
            bars: [trade.entryIndex, leg.exitIndex],
            size: trade.side === 'long' ? leg.quantity : -leg.quantity,
            prices: [trade.entryPrice, leg.exitPrice].map((value) => value.toFixed(4)),
            money: [leg.fees, leg.pnl],
          })),
        )
        .filter(({ bars }) => bars[1] < candles.length - 1)
        .sort(
          (one, other) =>
            one.bars[1] - other.bars[1] ||
            one.bars[0] - other.bars[0] ||
            Math.abs(other.size) - Math.abs(one.size),
        );
      const shown = rows
        .slice(0, fixture.rows.length)
        .map(({ bars, size, prices, money }) => [
          ...bars,
          size,
          ...prices,
          ...money.map((value) => value.toFixed(4)),
        ]);
      expect(shown).toEqual(fixture.rows);
      expect(rows).toHaveLength(fixture.count);
      const lines = rows.map(({ bars, size, prices }) => [...bars, size, ...prices].join(','));
      expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(fixture.sha256);
      const [fees, pnl] = [0, 1].map((index) => rows.reduce((sum, { money }) => sum + money[index], 0));
      expect(fees).toBeCloseTo(fixture.fees, 4);
      expect(pnl).toBeCloseTo(fixture.pnl, 4);
    });

    it('has the same equity, and trades that are the sums of their legs', () => {
      fixture.equity.forEach((value, index) => {
        // The fixture is in whole cents, of a million.
        expect(Math.abs(result.equity[index * fixture.equity_every] - value)).toBeLessThan(0.005001);
      });
      const inLegs = result.trades.filter(({ legs }) => legs !== undefined);
      expect(inLegs.length).toBeGreaterThan(50);
      for (const { legs, entryPrice, ...trade } of inLegs) {
        for (const field of ['quantity', 'fees', 'funding', 'slippage', 'pnl'] as const) {
          expect(trade[field]).toBe(legs!.reduce((sum, leg) => sum + leg[field], 0));
        }
        expect(trade.return).toBe(trade.pnl / (trade.quantity * entryPrice));
        expect(legs!.at(-1)).toMatchObject({ exitReason: trade.exitReason, exitIndex: trade.exitIndex });
        expect(new Set(legs!.slice(0, -1).map(({ exitReason }) => exitReason))).toEqual(new Set(['reduce']));
        expect(legs!.filter(({ exitTag }) => exitTag === 'gain').length).toBeLessThanOrEqual(1);
      }
      expect(new Set(result.trades.map(({ exitReason }) => exitReason))).toContain('max_bars');
    });

    it('holds what the legs leave, and does not look ahead', () => {
      const positions = trackPositions(result.trades, 0, candles.length);
      for (const { entryIndex, quantity, side, legs } of result.trades) {
        const sign = side === 'long' ? 1 : -1;
        expect(positions[entryIndex]).toBeCloseTo(sign * quantity, 6);
        const first = legs?.[0];
        if (first === undefined || first.exitIndex === legs![1].exitIndex) continue;
        expect(positions[first.exitIndex]).toBeCloseTo(sign * (quantity - first.quantity), 6);
      }
      expect(checkLookahead(run, result)).toEqual({ passed: true, cuts: 5 });
    });
  },
);
