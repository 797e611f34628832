import { Injectable } from '@nestjs/common';
import { ApiError } from '../http/api-error';

const SLOTS_PER_PROCESS = 4;
const SLOTS_PER_SUBJECT = 2;
const RETRY_SECONDS = 5;

/** Uploads under way in this process: each takes memory for two batches, and a share of the database. */
@Injectable()
export class UploadSlots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  /** Answers what gives the slot back; throws 429 when there is none. */
  take(subject: string): () => void {
    const ofSubject = this.taken.get(subject) ?? 0;
    if (ofSubject >= SLOTS_PER_SUBJECT) throw tooMany(`${SLOTS_PER_SUBJECT} uploads of this token's subject`);
    if (this.total >= SLOTS_PER_PROCESS) throw tooMany(`${SLOTS_PER_PROCESS} uploads`);
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
  return new ApiError({
    status: 429,
    detail: `${running} are under way; send this one when one of them has finished`,
    code: 'RATE_LIMIT_EXCEEDED',
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
}
