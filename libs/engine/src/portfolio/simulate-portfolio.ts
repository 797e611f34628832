import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type AlignedMembers } from './align-members';
import { decideByRanking } from './decide-ranking';
import { type Decide, decideByWeights } from './decide-weights';
import { DecisionNotes } from './decision-notes';
import { type PortfolioInput } from './portfolio';
import { type PortfolioSimulation } from './portfolio-simulation';
import { type PortfolioSettings, type TargetAllocation } from './portfolio-settings';
import { portfolioLookback } from './portfolio-warmup';
import { scoreMembers } from './rank-scores';
import { MONTHLY } from './read-rebalance';
import { simulateShared } from './simulate-shared';
import { simulateWeights, type WeightsPlan } from './simulate-weights';

/** One run of a portfolio without any figures. Throws BacktestRefusal where it decides nothing. */
export function simulatePortfolio(input: PortfolioInput, aligned: AlignedMembers): PortfolioSimulation {
  const { allocation } = input.settings;
  if (allocation.kind === 'rules') return simulateShared(input, aligned, allocation.strategy);
  const notes = new DecisionNotes(aligned);
  const decide = decideOf(allocation, aligned, notes);
  const simulation = simulateWeights(input, aligned, { ...planOf(input.settings), decide });
  if (notes.made === 0) {
    throw new BacktestRefusal(
      notes.reason(portfolioLookback(input.settings, input.members[0].execution) + 1),
    );
  }
  return { ...simulation, warnings: [...notes.warnings(), ...simulation.warnings] };
}

/** How weights are decided on these members; `scores` may be those of several runs. */
export function decideOf(
  allocation: TargetAllocation,
  aligned: AlignedMembers,
  notes: DecisionNotes,
  scores: typeof scoreMembers = scoreMembers,
): Decide {
  if (allocation.kind === 'weights') return decideByWeights(aligned, allocation.weighting, notes);
  const { ranking } = allocation;
  return decideByRanking(aligned, ranking, notes, scores(ranking.by, aligned));
}

/** When weights are decided, and what limits their fills. */
export function planOf({ allocation, rebalance }: PortfolioSettings): Omit<WeightsPlan, 'decide'> {
  const ofWeights = allocation.kind === 'weights' ? allocation.weighting.maximumTurnover : null;
  const ofRanking = allocation.kind === 'ranking' ? allocation.ranking.weighting.maximumTurnover : null;
  return { rebalance: rebalance ?? MONTHLY, maximumTurnover: ofWeights ?? ofRanking, keepsTrades: true };
}
