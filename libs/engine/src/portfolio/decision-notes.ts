import { type AlignedMembers } from './align-members';

/** Of members that a warning names. */
const MOST_NAMED = 5;

/** What decisions had to leave out, for warnings and for the reason of a run that decided nothing. */
export class DecisionNotes {
  /** Decisions that gave weights. */
  made = 0;
  /** Decisions that found no member to hold. */
  empty = 0;
  private readonly shortHistories = new Map<number, number>();
  private refusals = 0;
  private firstRefusal: string | null = null;

  constructor(private readonly aligned: AlignedMembers) {}

  /** A member whose history was too short for a decision. */
  leaveOut(member: number): void {
    this.shortHistories.set(member, (this.shortHistories.get(member) ?? 0) + 1);
  }

  /** A decision that the method refused, with its reason. */
  refuse(reason: string): void {
    this.refusals++;
    this.firstRefusal ??= reason;
  }

  /** Why a run decided nothing at all. */
  reason(closesNeeded: number): string {
    if (this.firstRefusal !== null) return `no decision has weights: ${this.firstRefusal}`;
    if (this.shortHistories.size > 0) {
      return `too little history: no member has the ${closesNeeded} closes that a decision needs`;
    }
    return 'no member has a candle and belongs to the universe at any decision';
  }

  warnings(): string[] {
    const warnings: string[] = [];
    if (this.shortHistories.size > 0) {
      const members = [...this.shortHistories.keys()].sort((a, b) => a - b);
      const most = Math.max(...this.shortHistories.values());
      warnings.push(
        `members left out of decisions, at most ${most} each, because their history was too short for them: ${this.list(members)}`,
      );
    }
    if (this.refusals > 0) {
      warnings.push(
        `decisions that changed nothing because there were no weights: ${this.refusals}, the first: ${this.firstRefusal}`,
      );
    }
    if (this.empty > 0) warnings.push(`decisions that found no member to hold: ${this.empty}`);
    return warnings;
  }

  private list(members: readonly number[]): string {
    return listNames(members.map((member) => this.aligned.members[member].name));
  }
}

/** Names for a message, the first few of many. */
export function listNames(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named;
}
