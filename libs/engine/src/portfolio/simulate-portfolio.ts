import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type AlignedMembers } from './align-members';
import { decideAllocation, weightingOf } from './decide-allocation';
import { DecisionNotes } from './decision-notes';
import { type PortfolioInput } from './portfolio';
import { type PortfolioSimulation } from './portfolio-simulation';
import { portfolioWarmupBars } from './portfolio-warmup';
import { MONTHLY } from './read-rebalance';
import { simulateShared } from './simulate-shared';
import { simulateWeights } from './simulate-weights';

/** One run of a portfolio without any figures. Throws BacktestRefusal where it decides nothing. */
export function simulatePortfolio(
  input: PortfolioInput,
  aligned: AlignedMembers,
  { keepsTrades = true }: { readonly keepsTrades?: boolean } = {},
): PortfolioSimulation {
  const { allocation, rebalance } = input.settings;
  if (allocation.kind === 'rules') return simulateShared(input, aligned, allocation.strategy);
  const notes = new DecisionNotes(aligned);
  const simulation = simulateWeights(input, aligned, {
    decide: decideAllocation(aligned, allocation, notes),
    rebalance: rebalance ?? MONTHLY,
    maximumTurnover: weightingOf(allocation).maximumTurnover,
    keepsTrades,
  });
  if (notes.made === 0) {
    throw new BacktestRefusal(
      notes.reason(portfolioWarmupBars(input.settings, input.members[0].execution) + 1),
    );
  }
  return { ...simulation, warnings: [...notes.warnings(), ...simulation.warnings] };
}
