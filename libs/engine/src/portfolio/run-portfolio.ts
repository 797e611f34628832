import { BacktestRefusal } from '../backtest/backtest-refusal';
import { holdingExecution } from '../backtest/execution';
import { computeMetrics, type Metrics } from '../performance/compute-metrics';
import { figuresOfTrades } from '../performance/trade-figures';
import { type AlignedMembers, alignMembers } from './align-members';
import { measureContributions } from './measure-contributions';
import { type PortfolioInput, type PortfolioResult } from './portfolio';
import { type PortfolioSimulation } from './portfolio-simulation';
import { type Weighting } from './portfolio-settings';
import { portfolioWarnings } from './portfolio-warnings';
import { EQUAL_WEIGHTING } from './read-weighting';
import { MONTHLY } from './read-rebalance';
import { refusePortfolio } from './refuse-portfolio';
import { simulatePortfolio } from './simulate-portfolio';

const YEAR_MILLISECONDS = 365.25 * 86_400_000;

/**
 * Runs a portfolio: many series in one account. Pure: the same input gives the same output. Throws BacktestRefusal where
 * the series leave nothing to run, or the settings do not suit them.
 */
export function runPortfolio(input: PortfolioInput): PortfolioResult {
  const aligned = alignPortfolio(input);
  const simulation = simulatePortfolio(input, aligned);
  const { equity, trades, rebalancings, averageWeights } = simulation;
  const openTime = aligned.openTime.subarray(aligned.first);
  const turnover = rebalancings.reduce((sum, rebalancing) => sum + rebalancing.turnover, 0);
  const years = (openTime[openTime.length - 1] - openTime[0]) / YEAR_MILLISECONDS;
  const metrics = portfolioMetrics(input, simulation);
  return {
    openTime,
    equity,
    cash: simulation.cash,
    trades,
    rebalancings,
    metrics,
    equalWeight: holdsAllEqually(input) ? { equity, metrics } : runEqually(input, aligned),
    contributions: measureContributions(trades, averageWeights, equity[0]),
    costs: simulation.costs,
    rebalanceTurnover: rebalancings.length === 0 ? null : turnover / rebalancings.length,
    annualTurnover: rebalancings.length === 0 ? null : turnover / years,
    bankrupt: simulation.bankrupt,
    warnings: [...portfolioWarnings(input, aligned), ...simulation.warnings],
  };
}

/** The members of a run on the bars of its account. Throws BacktestRefusal where they leave nothing to run. */
function alignPortfolio(input: PortfolioInput): AlignedMembers {
  if (input.members.length === 0) throw new BacktestRefusal('the universe is empty');
  const aligned = alignMembers(input);
  refusePortfolio(aligned, input.settings);
  return aligned;
}

/** Every figure of a run's equity and trades. */
function portfolioMetrics(
  { intervalSeconds, calendar }: PortfolioInput,
  { aligned, equity, trades, heldBars, tradedValue }: PortfolioSimulation,
): Metrics {
  const openTime = aligned.openTime.subarray(aligned.first);
  return computeMetrics({
    equity,
    openTime,
    intervalSeconds,
    calendar,
    trades: figuresOfTrades(trades),
    heldBars,
    tradedValue,
  });
}

/** The universe at equal weights, with the costs and the rhythm of the run; one of rules has no rhythm and gets months. */
export function holdingAllEqually(input: PortfolioInput): PortfolioInput {
  const { members, settings } = input;
  return {
    ...input,
    members: members.map((member) => ({ ...member, execution: holdingExecution(member.execution) })),
    settings: {
      ...settings,
      allocation: { kind: 'weights', weighting: EQUAL_WEIGHTING },
      rebalance: settings.rebalance ?? MONTHLY,
    },
  };
}

function runEqually(input: PortfolioInput, aligned: AlignedMembers): PortfolioResult['equalWeight'] {
  const equally = holdingAllEqually(input);
  const simulation = simulatePortfolio(equally, aligned);
  return { equity: simulation.equity, metrics: portfolioMetrics(equally, simulation) };
}

/** Whether the run is what it would be compared with. */
function holdsAllEqually({ settings: { allocation } }: PortfolioInput): boolean {
  if (allocation.kind !== 'weights') return false;
  const { weighting } = allocation;
  return Object.entries(EQUAL_WEIGHTING).every(
    ([field, value]) => field === 'lookbackBars' || weighting[field as keyof Weighting] === value,
  );
}
