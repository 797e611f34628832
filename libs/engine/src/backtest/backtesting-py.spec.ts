import { readFixtures } from '../../test/read-fixture';
import { readSpxCandles } from '../../test/spx-candles';
import { sliceCandleColumns } from '../market/candle-columns';
import { computeAnnualVolatility } from '../performance/compute-annual-volatility';
import { computeDrawdown } from '../performance/compute-drawdown';
import { computeKellyFraction } from '../performance/compute-kelly-fraction';
import { computeMean } from '../performance/compute-mean';
import { computeSharpeRatio } from '../performance/compute-sharpe-ratio';
import { computeSortinoRatio } from '../performance/compute-sortino-ratio';
import { computeSystemQualityNumber } from '../performance/compute-system-quality-number';
import { computeWinRate } from '../performance/compute-win-rate';
import { sampleReturns } from '../performance/sample-returns';
import { resolveStrategy } from '../strategies/registry';
import { PLAIN_EXECUTION } from './execution';
import { runBacktest } from './run-backtest';

/**
 * The engine against backtesting.py on the S&P 500, bar for bar. Each fixture is what bench/peers/backtesting_py_spx.py
 * printed and says by which command and with which versions. Left out, because the two mean different things by it: the
 * position closed for lack of data, which backtesting.py fills at the last bar's open and the engine at its close.
 */
interface Fixture {
  readonly command: string;
  readonly strategy: string;
  readonly parameters: Record<string, number>;
  readonly side: 'long' | 'long_short';
  readonly fee: number;
  readonly capital: number;
  readonly bars: number;
  readonly trades: readonly {
    readonly entry_bar: number;
    readonly exit_bar: number;
    readonly size: number;
    readonly entry_price: number;
    readonly exit_price: number;
    readonly pnl: number;
    readonly return: number;
    readonly fees: number;
  }[];
  readonly trade_statistics: Readonly<Record<string, number | null>>;
  readonly risk_without_last_bar: Readonly<Record<string, number>>;
  readonly equity_without_last_bar: readonly number[];
}

const FIXTURES = readFixtures('backtest', 'spx-') as Fixture[];
const candles = readSpxCandles();

/** As many digits as doubles keep through some hundred trades. */
function expectClose(actual: number | null, expected: number | null): void {
  if (expected === null) expect(actual).toBeNull();
  else expect(Math.abs(actual! - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
}

it('has a peer run for each built-in strategy', () => {
  expect(new Set(FIXTURES.map(({ strategy }) => strategy))).toEqual(
    new Set(['buy_and_hold', 'sma_cross', 'rsi_reversion', 'donchian_breakout']),
  );
  expect(candles.length).toBe(FIXTURES[0].bars);
});

describe.each(FIXTURES.map((fixture) => [fixture.command.replace(/^.*\.py /, ''), fixture] as const))(
  'backtesting.py %s',
  (_title, fixture) => {
    // Without an indicator to warm up, backtesting.py decides for the first time at the close of its second bar.
    const tradeFrom = fixture.strategy === 'buy_and_hold' ? 1 : 0;
    const result = runBacktest({
      candles,
      tradeFrom,
      intervalSeconds: 86_400,
      calendar: 'XNYS',
      ...resolveStrategy(fixture.strategy, fixture.parameters),
      execution: {
        ...PLAIN_EXECUTION,
        initialCapital: fixture.capital,
        makerFeeRate: fixture.fee,
        takerFeeRate: fixture.fee,
        lotSize: 1,
        allowShort: fixture.side === 'long_short',
      },
    });
    const settled = result.trades.filter((trade) => trade.exitReason === 'signal');

    it('makes the same trades', () => {
      expect(result.trades.length).toBe(fixture.trades.length);
      const bars = result.trades.map(({ entryIndex, exitIndex, side, quantity }) => [
        entryIndex,
        exitIndex,
        side === 'long' ? quantity : -quantity,
      ]);
      expect(bars).toEqual(
        fixture.trades.map(({ entry_bar, exit_bar, size }) => [entry_bar, exit_bar, size]),
      );
      settled.forEach((trade, index) => {
        const peer = fixture.trades[index];
        expect(trade.entryPrice).toBe(peer.entry_price);
        expect(trade.exitPrice).toBe(peer.exit_price);
        expectClose(trade.pnl, peer.pnl);
        expectClose(trade.return, peer.return);
        expectClose(trade.fees, peer.fees);
      });
    });

    it('has the same equity at every close but the last', () => {
      const peer = fixture.equity_without_last_bar.slice(tradeFrom);
      expect(result.equity.length).toBe(peer.length + 1);
      // The fixture is in whole cents, of a million.
      const worst = peer.reduce(
        (most, value, index) => Math.max(most, Math.abs(value - result.equity[index])),
        0,
      );
      expect(worst).toBeLessThan(0.005001);
    });

    it("has empyrical's risk figures for that equity", () => {
      const { openTime } = sliceCandleColumns(candles, 0, candles.length - 1);
      const equity = new Float64Array(openTime.length).fill(fixture.capital);
      equity.set(result.equity.subarray(0, -1), tradeFrom);
      const { returns, periodsPerYear } = sampleReturns(openTime, equity, 86_400, 'XNYS');
      const drawdown = computeDrawdown(equity, openTime);
      const peer = fixture.risk_without_last_bar;
      expectClose(computeAnnualVolatility(returns, periodsPerYear), peer.annual_volatility);
      expectClose(computeSharpeRatio(returns, periodsPerYear), peer.sharpe_ratio);
      expectClose(computeSortinoRatio(returns, periodsPerYear), peer.sortino_ratio);
      expectClose(drawdown.maximum, peer.max_drawdown);
      expect(drawdown.longestSeconds).toBe(peer.longest_drawdown_seconds);
    });

    it('judges the same trades by the same figures', () => {
      const profits = Float64Array.from(fixture.trades, ({ pnl }) => pnl);
      const peer = fixture.trade_statistics;
      expectClose(computeWinRate(profits), peer.win_rate);
      expectClose(computeSystemQualityNumber(profits), peer.system_quality_number);
      expectClose(computeKellyFraction(profits), peer.kelly_fraction);
      expectClose(
        computeMean(Float64Array.from(fixture.trades, (trade) => trade.return)),
        peer.average_return,
      );
    });
  },
);
