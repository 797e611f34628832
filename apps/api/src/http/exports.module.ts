import { Injectable, Module } from '@nestjs/common';
import type { Request, Response } from 'express';
import pLimit from 'p-limit';
import { callerKey } from './caller-key';
import { CallerSlots, refuseUntilOneEnds } from './caller-slots';

/** Fewer than the least number of database connections of a process. */
const READS_AT_ONCE = 3;

/** The large answers that are being sent to clients, whatever is in them: each lasts as long as its reader likes. */
@Injectable()
export class ExportSlots extends CallerSlots {
  private readonly reads = pLimit(READS_AT_ONCE);

  constructor() {
    super({ perSubject: 2, refuse: refuseUntilOneEnds('exports') });
  }

  /** Takes one until the answer is sent or its client disconnects; throws 429 where there is none. */
  holdUntilSent(request: Request, response: Response): void {
    const giveBack = this.take(callerKey(request));
    if (response.destroyed) giveBack();
    else response.once('close', giveBack);
  }

  /** Reads a piece of one: however many are being sent, other requests have connections to the database. */
  readPiece<T>(read: () => Promise<T>): Promise<T> {
    return this.reads(read);
  }
}

@Module({ providers: [ExportSlots], exports: [ExportSlots] })
export class ExportsModule {}
