import { drawBacktest } from '../../test/random-backtests';
import { type BacktestInput, runBacktest } from '../backtest/run-backtest';
import { placesOrders } from '../backtest/order-strategy';
import { type TradeLeg } from '../performance/trade';
import { compileRules } from '../rules/compile-rules';
import { checkPortfolioLookahead } from './check-portfolio-lookahead';
import { type PortfolioInput } from './portfolio';
import { runPortfolio } from './run-portfolio';

const CONFIGURATIONS = 300;

/** The same run with one member that may hold one position. */
function asPortfolio(input: BacktestInput, seed: number): PortfolioInput {
  const { candles, tradeFrom, intervalSeconds, calendar, strategy, parameters, execution } = input;
  const maximumOpenPositions = 1 + (seed % 3);
  return {
    members: [
      {
        exchange: 'binance',
        symbol: 'BTCUSDT',
        candles,
        from: null,
        to: null,
        calendar,
        execution,
        funding: input.funding ?? null,
      },
    ],
    range: {
      from: candles.openTime[tradeFrom],
      to: candles.openTime[candles.length - 1] + intervalSeconds * 1000,
    },
    intervalSeconds,
    calendar,
    settings: {
      allocation: {
        kind: 'rules',
        strategy: {
          strategyName: strategy.name,
          declaration: { kind: 'built-in', name: strategy.name },
          parameters,
          maximumOpenPositions,
          priority: seed % 2 === 0 ? null : { kind: 'momentum', lookbackBars: 20, skipBars: 0 },
          share: null,
        },
      },
      rebalance: null,
      delistingReturn: 0,
    },
  };
}

const drawn = Array.from({ length: CONFIGURATIONS }, (_, seed) => [seed, drawBacktest(seed)] as const).filter(
  ([, { strategy }]) => !placesOrders(strategy),
);

it('draws stops, leverage, shorts, funding and every sizing', () => {
  const executions = drawn.map(([, { execution }]) => execution);
  expect(drawn.length).toBeGreaterThan(200);
  expect(new Set(executions.map(({ sizing }) => sizing.mode)).size).toBe(5);
  for (const field of ['stopLoss', 'takeProfit', 'trailingStop', 'allowShort'] as const) {
    expect(executions.some((execution) => execution[field])).toBe(true);
  }
  expect(executions.some(({ leverage }) => leverage > 1)).toBe(true);
  expect(drawn.some(([, { funding }]) => Boolean(funding))).toBe(true);
});

it('is the single run with rules that depend on the position, too', () => {
  const cross = [{ sma: { period: 5 } }, { sma: { period: 15 } }];
  const rules = {
    entry_long: { when: { crosses_above: cross }, entry_tag: 'up' },
    entry_short: { crosses_below: cross },
    reduce: { fraction: 0.4, when: { gt: ['unrealised_return', 0.01] }, exit_tag: 'gain' },
    max_bars: 30,
  };
  const { strategy, declaration, parameters } = compileRules({ rules });
  for (const [seed, drawnInput] of drawn.slice(0, 40)) {
    const input = { ...drawnInput, strategy, parameters };
    const { trades, equity } = runBacktest(input, { benchmark: false });
    const portfolio = asPortfolio(input, seed);
    const { allocation } = portfolio.settings;
    if (allocation.kind !== 'rules') throw new Error('not an allocation by rules');
    const shared = { ...allocation.strategy, declaration };
    const settings = { ...portfolio.settings, allocation: { kind: 'rules', strategy: shared } as const };
    const run = runPortfolio({ ...portfolio, settings });
    const placed = (trade: (typeof trades)[number] | TradeLeg) => trade.exitIndex - input.tradeFrom;
    expect(run.trades).toStrictEqual(
      trades.map((trade) => ({
        ...trade,
        member: 0,
        entryIndex: trade.entryIndex - input.tradeFrom,
        exitIndex: placed(trade),
        ...(trade.legs && { legs: trade.legs.map((leg) => ({ ...leg, exitIndex: placed(leg) })) }),
      })),
    );
    expect(run.equity).toEqual(equity);
    expect(checkPortfolioLookahead({ ...portfolio, settings }, run)).toMatchObject({ passed: true });
  }
});

describe.each(drawn)('rules with one member, configuration %i', (seed, input) => {
  it('are the single run to the byte', () => {
    const single = runBacktest(input, { benchmark: false });
    const portfolio = runPortfolio(asPortfolio(input, seed));
    const bytes = (column: Float64Array) => Buffer.from(Float64Array.from(column).buffer).toString('base64');
    expect(bytes(portfolio.equity)).toBe(bytes(single.equity));
    const trades = single.trades.map((trade) => ({
      ...trade,
      member: 0,
      entryIndex: trade.entryIndex - input.tradeFrom,
      exitIndex: trade.exitIndex - input.tradeFrom,
    }));
    expect(portfolio.trades).toStrictEqual(trades);
    expect(portfolio.metrics).toStrictEqual(single.metrics);
    expect(portfolio.costs).toStrictEqual(single.costs);
    expect(portfolio.bankrupt).toBe(single.bankrupt);
  });
});
