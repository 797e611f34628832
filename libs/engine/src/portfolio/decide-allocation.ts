import { type AlignedMembers } from './align-members';
import { decideByRanking } from './decide-ranking';
import { decideByWeights, type Decide } from './decide-weights';
import { type DecisionNotes } from './decision-notes';
import { type Allocation, type Weighting } from './portfolio-settings';
import { scoreMembers } from './rank-scores';

/** What says which share of the equity each member is to have. */
export type TargetAllocation = Exclude<Allocation, { readonly kind: 'rules' }>;

/** `scores` may be those of several runs on the same members. */
export function decideAllocation(
  aligned: AlignedMembers,
  allocation: TargetAllocation,
  notes: DecisionNotes,
  scores: typeof scoreMembers = scoreMembers,
): Decide {
  if (allocation.kind === 'weights') return decideByWeights(aligned, allocation.weighting, notes);
  const { ranking } = allocation;
  return decideByRanking(aligned, ranking, notes, scores(ranking.by, aligned));
}

export function weightingOf(allocation: TargetAllocation): Weighting {
  return allocation.kind === 'weights' ? allocation.weighting : allocation.ranking.weighting;
}
