import { type ApiError, tryLater } from './api-error';

const RETRY_SECONDS = 5;

interface Slots {
  /** In errors: "uploads". */
  readonly what: string;
  readonly perSubject: number;
  readonly perProcess?: number;
}

/** What may be under way at the same time in this process, in all and for each subject. */
export class CallerSlots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  constructor(private readonly slots: Slots) {}

  /** Answers what gives the slot back; throws 429 when there is none. */
  take(subject: string): () => void {
    const { what, perSubject, perProcess = Infinity } = this.slots;
    const ofSubject = this.taken.get(subject) ?? 0;
    if (ofSubject >= perSubject) throw tooMany(`${perSubject} ${what} of this token's subject`);
    if (this.total >= perProcess) throw tooMany(`${perProcess} ${what}`);
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

function tooMany(running: string): ApiError {
  return tryLater(
    429,
    `${running} are under way; send this one when one of them has finished`,
    RETRY_SECONDS,
  );
}
