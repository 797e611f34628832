import { type AlignedMembers } from './align-members';
import { belongs, type Decide, isEligible, Weigher } from './decide-weights';
import { type DecisionNotes } from './decision-notes';
import { weightingLookback } from './portfolio-warmup';
import { type Ranking, type Weighting } from './portfolio-settings';
import { type Score } from './rank-scores';
import { RowPool } from './row-pool';

/** Holds the highest of a ranking long and the lowest short, each side weighed by itself. */
export function decideByRanking(
  aligned: AlignedMembers,
  ranking: Ranking,
  notes: DecisionNotes,
  score: Score,
): Decide {
  const { members } = aligned;
  const weigher = new Weigher(aligned, notes);
  const rows = new RowPool(members.length);
  const lookbackBars = weightingLookback(ranking.weighting);
  const { longGross, shortGross } = sidesOf(ranking);
  return (bar) => {
    const candidates: number[] = [];
    for (let member = 0; member < members.length; member++) {
      const isRanked = Number.isFinite(score(member, bar));
      if (isRanked && isEligible(members[member], bar, lookbackBars)) candidates.push(member);
      else if (belongs(members[member], bar)) notes.leaveOut(member);
    }
    if (candidates.length === 0) {
      notes.empty++;
      return null;
    }
    const ranked = rankMembers(candidates, score, bar);
    const longs = ranked.slice(0, ranking.top);
    const rest = ranked.slice(longs.length);
    const shorts = rest.slice(Math.max(0, rest.length - ranking.bottom));
    const weights = rows.take();
    const weigh = (side: readonly number[], gross: number, sign: 1 | -1) =>
      side.length === 0 ||
      gross === 0 ||
      weigher.weigh(side, ofSide(ranking.weighting, gross), bar, sign * gross, weights);
    if (!weigh(longs, longGross, 1) || !weigh(shorts, shortGross, -1)) return null;
    notes.made++;
    return weights;
  };
}

/** From the highest score to the lowest; of equal ones the first of the universe comes first. */
function rankMembers(members: readonly number[], score: Score, bar: number): number[] {
  const scores = new Map(members.map((member) => [member, score(member, bar)]));
  return [...members].sort((one, other) => scores.get(other)! - scores.get(one)! || one - other);
}

/** What each side may take of the equity. */
function sidesOf({ top, bottom, gross, net }: Ranking): {
  readonly longGross: number;
  readonly shortGross: number;
} {
  if (bottom === 0) return { longGross: gross, shortGross: 0 };
  if (top === 0) return { longGross: 0, shortGross: gross };
  return { longGross: (gross + (net ?? 0)) / 2, shortGross: (gross - (net ?? 0)) / 2 };
}

/** Caps and floors are shares of the equity, of which a side has a part. */
function ofSide(weighting: Weighting, gross: number): Weighting {
  return {
    ...weighting,
    maximumWeight: Math.min(1, weighting.maximumWeight / gross),
    minimumWeight: weighting.minimumWeight / gross,
  };
}
