import { type ApiError, tryLater } from './api-error';

interface Slots {
  readonly perSubject?: number;
  readonly perProcess?: number;
  /** The answer to one more than `most`, which are of its subject or of the process. */
  readonly refuse: (most: number, limit: 'subject' | 'process') => ApiError;
}

/** What may be under way at the same time in this process, in all and for each subject. */
export class CallerSlots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  constructor(private readonly slots: Slots) {}

  /** Answers what gives the slot back; throws when there is none. */
  take(subject: string): () => void {
    const { perSubject = Infinity, perProcess = Infinity, refuse } = this.slots;
    const ofSubject = this.taken.get(subject) ?? 0;
    if (ofSubject >= perSubject) throw refuse(perSubject, 'subject');
    if (this.total >= perProcess) throw refuse(perProcess, 'process');
    this.taken.set(subject, ofSubject + 1);
    this.total++;
    return () => this.giveBack(subject);
  }

  private giveBack(subject: string): void {
    const others = this.taken.get(subject)! - 1;
    if (others > 0) this.taken.set(subject, others);
    else this.taken.delete(subject);
    this.total--;
  }
}

/** Refuses with 429 what soon ends by itself. `what`: "uploads". */
export function refuseUntilOneEnds(what: string): Slots['refuse'] {
  return (most, limit) => {
    const running = limit === 'subject' ? `${most} ${what} of this token's subject` : `${most} ${what}`;
    return tryLater(429, `${running} are under way; send this one when one of them has finished`, 5);
  };
}
