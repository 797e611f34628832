import { Injectable, Module } from '@nestjs/common';
import type { Request, Response } from 'express';
import { callerKey } from './caller-key';
import { CallerSlots, refuseUntilOneEnds } from './caller-slots';
import { LargeReads, LargeReadsModule } from './large-reads';

/** The large answers that are being sent to clients, whatever is in them: each lasts as long as its reader likes. */
@Injectable()
export class ExportSlots extends CallerSlots {
  constructor(private readonly large: LargeReads) {
    super({ perSubject: 2, refuse: refuseUntilOneEnds('exports') });
  }

  /** Takes one until the answer is sent or its client disconnects; throws 429 where there is none. */
  holdUntilSent(request: Request, response: Response): void {
    const giveBack = this.take(callerKey(request));
    if (response.destroyed) giveBack();
    else response.once('close', giveBack);
  }

  /** Reads a piece of one among the large reads of the process. */
  readPiece<T>(read: () => Promise<T>): Promise<T> {
    return this.large.runAdmitted(read);
  }
}

@Module({ imports: [LargeReadsModule], providers: [ExportSlots], exports: [ExportSlots] })
export class ExportsModule {}
