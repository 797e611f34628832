import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type AlignedMember, type AlignedMembers } from './align-members';
import { type DecisionNotes } from './decision-notes';
import { weightingLookback } from './portfolio-warmup';
import { type Weighting } from './portfolio-settings';
import { type Score, scoreMembers } from './rank-scores';
import { RowPool } from './row-pool';
import { computeWeights } from './weights/compute-weights';
import { simpleReturns } from './weights/simple-returns';
import { isWeightRefusal } from './weights/weight-request';
import { WeightWorkspace } from './weights/weight-workspace';

/** The target weights of the members at the close of a bar, from nothing later; null where the bar decides nothing. */
export type Decide = (bar: number) => Float64Array | null;

/** Whether a member can be chosen at a bar: in the universe, not delisted, and with `lookbackBars` + 1 closes. */
export function isEligible(member: AlignedMember, bar: number, lookbackBars: number): boolean {
  return belongs(member, bar) && member.firstBar <= bar - lookbackBars;
}

/** Whether a member is in the universe at a bar and its series goes on. */
export function belongs({ from, to, ends }: AlignedMember, bar: number): boolean {
  if (bar < from || bar >= to) return false;
  for (const end of ends) if (bar >= end.from && bar < end.until) return false;
  return true;
}

const NO_RETURNS = new Float64Array(0);

/** Each may take seconds of a large universe. */
const MOST_SINGULAR_AT_FIRST = 20;

/** Weighs all members that can be chosen. */
export function decideByWeights(aligned: AlignedMembers, weighting: Weighting, notes: DecisionNotes): Decide {
  const { members } = aligned;
  const weigher = new Weigher(aligned, notes);
  const rows = new RowPool(members.length);
  const lookbackBars = weightingLookback(weighting);
  const givenAt = givenWeightsAt(aligned, weighting);
  return (bar) => {
    const chosen: number[] = [];
    let isGiven = false;
    for (let member = 0; member < members.length; member++) {
      const given = givenAt?.(member, bar);
      isGiven ||= given !== undefined && !Number.isNaN(given);
      if (given === 0 || Number.isNaN(given)) continue;
      if (isEligible(members[member], bar, lookbackBars)) chosen.push(member);
      else if (belongs(members[member], bar)) notes.leaveOut(member);
    }
    // Where a rule says that nothing is to be held, that is what is decided.
    const isNothing = chosen.length === 0 && isGiven && weighting.givenRule !== undefined;
    if (chosen.length === 0 && !isNothing) {
      notes.empty++;
      return null;
    }
    const weights = rows.take();
    if (!isNothing && !weigher.weigh(chosen, weighting, bar, 1, weights, givenAt)) return null;
    notes.made++;
    return weights;
  };
}

/** The given weight of a member at a bar, NaN where it is not known; undefined where none are given. */
function givenWeightsAt(aligned: AlignedMembers, { givenWeights, givenRule }: Weighting): Score | undefined {
  if (givenWeights) return (member) => givenWeights[member];
  if (!givenRule) return undefined;
  const { expression, allowShort } = givenRule;
  const valueAt = scoreMembers({ kind: 'rule', expression }, aligned);
  return (member, bar) => {
    const value = valueAt(member, bar);
    return value < 0 && !allowShort ? 0 : value;
  };
}

/** Computes the weights of chosen members, with memory that decisions share. */
export class Weigher {
  private readonly workspace = new WeightWorkspace();
  private singular = 0;

  constructor(
    private readonly aligned: AlignedMembers,
    private readonly notes: DecisionNotes,
  ) {}

  /** Writes the weights of the chosen, times `scale`, at their index of `weights`; false where there are none. `givenAt` is of given ones. */
  weigh(
    chosen: readonly number[],
    weighting: Weighting,
    bar: number,
    scale: number,
    weights: Float64Array,
    givenAt?: Score,
  ): boolean {
    const { members } = this.aligned;
    const lookbackBars = weightingLookback(weighting);
    const outcome = computeWeights(
      {
        weighting,
        names: chosen.map((member) => members[member].name),
        returns: lookbackBars === 0 ? NO_RETURNS : this.returnsOf(chosen, lookbackBars, bar),
        given: givenAt ? Float64Array.from(chosen, (member) => givenAt(member, bar)) : null,
      },
      this.workspace,
    );
    if (isWeightRefusal(outcome)) {
      this.notes.refuse(outcome.reason);
      if (outcome.cause === 'singular' && chosen.length > lookbackBars) this.giveUpAfterMany(outcome.reason);
      return false;
    }
    chosen.forEach((member, index) => (weights[member] = outcome[index] * scale));
    return true;
  }

  private returnsOf(chosen: readonly number[], lookbackBars: number, bar: number): Float64Array {
    const { members } = this.aligned;
    const closes = chosen.map((member) => members[member].close.subarray(bar - lookbackBars, bar + 1));
    return simpleReturns(closes, this.workspace);
  }

  /** With more members than returns a later decision may have weights, but hardly does; in search of one a long time may pass. */
  private giveUpAfterMany(reason: string): void {
    this.singular++;
    if (this.notes.made > 0 || this.singular < MOST_SINGULAR_AT_FIRST) return;
    throw new BacktestRefusal(`none of the first ${this.singular} decisions has weights: ${reason}`);
  }
}
