import { portfolioInput, seededUniverse } from '../../test/seeded-universe';
import { type Execution, PLAIN_EXECUTION } from '../backtest/execution';
import { type PortfolioInput } from './portfolio';
import { portfolioBreakEvenCost } from './portfolio-break-even-cost';
import { runPortfolio } from './run-portfolio';

function inputOf(request: object, execution: Partial<Execution> = {}): PortfolioInput {
  const members = seededUniverse({ ...PLAIN_EXECUTION, ...execution });
  return portfolioInput(members, request as Readonly<Record<string, unknown>>, 60);
}

/** What the run makes when its members are really charged that fee. */
function totalReturnAt(input: PortfolioInput, feeBps: number): number {
  const rate = feeBps / 10_000;
  const members = input.members.map((member) => ({
    ...member,
    execution: { ...member.execution, makerFeeRate: rate, takerFeeRate: rate },
  }));
  return runPortfolio({ ...input, members }).metrics.totalReturn;
}

it.each<[object, Partial<Execution>]>([
  [
    { weights: { method: 'equal' }, rebalance: { every: 'weekly' } },
    { takerFeeRate: 0.001, slippageRate: 0.0005 },
  ],
  [{ weights: { method: 'inverse_volatility', lookback: 20 }, rebalance: { drift: 0.02 } }, {}],
  [{ ranking: { by: { momentum: { lookback: 20 } }, top: 3 } }, { fill: 'close' }],
  [{ rules: { strategy_name: 'sma_cross', max_open_positions: 4 } }, { takerFeeRate: 0.0005 }],
])('is the fee that leaves nothing when the run is charged it: %j %j', (request, execution) => {
  const input = inputOf(request, execution);
  const found = portfolioBreakEvenCost(input, runPortfolio(input))!;
  expect(Math.abs(totalReturnAt(input, found))).toBeLessThanOrEqual(1e-8);
  const makes = totalReturnAt(input, found - 0.5);
  expect(Math.sign(makes)).toBe(-Math.sign(totalReturnAt(input, found + 0.5)));
});

it('is null without trades', () => {
  const input = inputOf({ weights: { method: 'equal' } });
  const { metrics } = runPortfolio(input);
  expect(portfolioBreakEvenCost(input, { metrics: { ...metrics, trades: 0 } })).toBeNull();
});
