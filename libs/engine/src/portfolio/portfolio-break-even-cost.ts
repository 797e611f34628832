import { guessBreakEvenFee } from '../backtest/break-even-cost';
import { chargedWith } from '../backtest/execution';
import { computeTotalReturn } from '../performance/compute-total-return';
import { findBreakEvenFee } from '../performance/relative/find-break-even-fee';
import { type AlignedMembers, alignMembers } from './align-members';
import { type Decide } from './decide-weights';
import { DecisionNotes } from './decision-notes';
import { type PortfolioInput, type PortfolioResult } from './portfolio';
import { decideOf, planOf } from './simulate-portfolio';
import { simulateShared } from './simulate-shared';
import { simulateWeights } from './simulate-weights';

/**
 * The fee per side, in basis points, at which the portfolio's total return is 0: it is simulated again with that rate for every
 * member, and everything else as it was (see findBreakEvenFee). Null without trades.
 */
export function portfolioBreakEvenCost(
  input: PortfolioInput,
  { metrics }: Pick<PortfolioResult, 'metrics'>,
): number | null {
  if (metrics.trades === 0) return null;
  const simulate = simulatorOf(input, alignMembers(input));
  const totalReturnAt = (feeRate: number) => {
    const equity = simulate(membersChargedWith(input, feeRate));
    return computeTotalReturn(equity[0], equity[equity.length - 1]);
  };
  return findBreakEvenFee(totalReturnAt, guessBreakEvenFee(metrics));
}

/** The equity of the portfolio with other fees. Weights know nothing of fees: each is decided once for all runs. */
function simulatorOf(
  { settings }: PortfolioInput,
  aligned: AlignedMembers,
): (input: PortfolioInput) => Float64Array {
  const { allocation } = settings;
  if (allocation.kind === 'rules') {
    return (input) => simulateShared(input, aligned, allocation.strategy).equity;
  }
  const decide = decidedOnce(decideOf(allocation, aligned, new DecisionNotes(aligned)));
  const plan = { ...planOf(settings), decide, keepsTrades: false };
  return (input) => simulateWeights(input, aligned, plan).equity;
}

function decidedOnce(decide: Decide): Decide {
  const decided = new Map<number, Float64Array | null>();
  return (bar) => {
    const known = decided.get(bar);
    if (known !== undefined) return known;
    const weights = decide(bar);
    decided.set(bar, weights);
    return weights;
  };
}

/** The portfolio with one fee rate for every member. */
export function membersChargedWith(input: PortfolioInput, feeRate: number): PortfolioInput {
  const members = input.members.map((member) => ({
    ...member,
    execution: chargedWith(member.execution, feeRate),
  }));
  return { ...input, members };
}
