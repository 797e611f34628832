import { Injectable, Module } from '@nestjs/common';
import { CallerSlots, refuseUntilOneEnds } from './caller-slots';

/** The files that are being sent to clients as streams, whatever is in them: each lasts as long as its reader likes. */
@Injectable()
export class ExportSlots extends CallerSlots {
  constructor() {
    super({ perSubject: 2, refuse: refuseUntilOneEnds('exports') });
  }
}

@Module({ providers: [ExportSlots], exports: [ExportSlots] })
export class ExportsModule {}
