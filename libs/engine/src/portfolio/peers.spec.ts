import { readFixture } from '../../test/read-fixture';
import { portfolioInput, seededUniverse } from '../../test/seeded-universe';
import { type FillMode, PLAIN_EXECUTION } from '../backtest/execution';
import { runPortfolio } from './run-portfolio';

/** What bench/peers/portfolio_bt.py wrote. */
interface BtFixture {
  readonly lookback: number;
  readonly top: number;
  readonly runs: Readonly<
    Record<
      'equal' | 'inverse_volatility' | 'momentum',
      {
        readonly total_return: number;
        readonly max_drawdown: number;
        readonly equity: readonly number[];
      }
    >
  >;
}

/** What bench/peers/portfolio_vectorbt.py wrote. */
interface VectorbtFixture {
  readonly runs: readonly {
    readonly weights: readonly number[];
    readonly fill: FillMode;
    /** At the bars 100 and 500, and in the end. */
    readonly equity: readonly number[];
    readonly trades: readonly (readonly number[])[];
  }[];
}

const BT = readFixture('portfolio', 'bt-seeded') as BtFixture;
const VECTORBT = readFixture('portfolio', 'vectorbt-given') as VectorbtFixture;

const relativeError = (value: number, expected: number) =>
  Math.abs(value - expected) / Math.max(Math.abs(expected), 1e-9);

describe('against bt', () => {
  const members = seededUniverse({ ...PLAIN_EXECUTION, fill: 'close' });
  const requests = {
    equal: { weights: { method: 'equal' } },
    inverse_volatility: { weights: { method: 'inverse_volatility', lookback: BT.lookback } },
    momentum: { ranking: { by: { momentum: { lookback: BT.lookback } }, top: BT.top } },
  };

  it.each(['equal', 'inverse_volatility', 'momentum'] as const)('%s has the same equity', (name) => {
    const expected = BT.runs[name];
    const { equity, metrics } = runPortfolio(portfolioInput(members, requests[name], 100));
    expect(equity).toHaveLength(expected.equity.length);
    const errors = expected.equity.map((value, bar) => relativeError(equity[bar] / equity[0], value));
    expect(Math.max(...errors)).toBeLessThan(1e-9);
    expect(relativeError(metrics.totalReturn, expected.total_return)).toBeLessThan(1e-9);
    expect(relativeError(metrics.maxDrawdown, expected.max_drawdown)).toBeLessThan(1e-9);
  });
});

describe.each(VECTORBT.runs)('against vectorbt, weights $weights filled at $fill', (expected) => {
  const members = seededUniverse({ ...PLAIN_EXECUTION, fill: expected.fill });
  const values = members.map(({ symbol }, index) => ({ symbol, weight: expected.weights[index] }));
  const request = {
    weights: { method: 'given', values: values.filter(({ weight }) => weight !== 0) },
    execution: { allow_short: true },
  };
  const { trades, equity } = runPortfolio(portfolioInput(members, request));

  it('closes the same trades', () => {
    const ours = trades
      .map((trade) => [
        trade.member,
        trade.entryIndex,
        trade.exitIndex,
        trade.quantity,
        trade.entryPrice,
        trade.exitPrice,
        trade.pnl,
      ])
      .sort((one, other) => {
        const differing = one.findIndex((value, column) => value !== other[column]);
        return differing < 0 ? 0 : one[differing] - other[differing];
      });
    expect(ours.map((trade) => trade.slice(0, 3))).toEqual(expected.trades.map((trade) => trade.slice(0, 3)));
    const errors = expected.trades.flatMap((trade, index) =>
      trade.slice(3, 6).map((value, column) => relativeError(ours[index][column + 3], value)),
    );
    expect(Math.max(...errors)).toBeLessThan(1e-8);
    // A result is the difference of two values of some thousand.
    const results = expected.trades.map((trade, index) => Math.abs(ours[index][6] - trade[6]));
    expect(Math.max(...results)).toBeLessThan(1e-7);
  });

  it('has the same equity', () => {
    [100, 500, equity.length - 1].forEach((bar, index) =>
      expect(relativeError(equity[bar], expected.equity[index])).toBeLessThan(1e-10),
    );
  });
});
