import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Environment } from '#platform/config/environment';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT } from '#platform/tokens';
import { discardBody, liftBodyDeadline } from '../http/body-deadline';
import { callerKey } from '../http/caller-key';
import { CallerSlots, refuseUntilOneEnds } from '../http/caller-slots';
import { openBulkBody } from './candle-bulk-body';
import type { CandleBulkQuery, CandleBulkResult } from './candle-bulk.dto';
import { CandleBulkService } from './candle-bulk.service';

/** Receives bodies of candles, a few of each caller at a time. */
@Injectable()
export class CandleBulkUploads {
  /** Each takes memory for two batches, and a share of the database. */
  private readonly slots = new CallerSlots({
    perSubject: 2,
    perProcess: 4,
    refuse: refuseUntilOneEnds('uploads'),
  });

  constructor(
    private readonly service: CandleBulkService,
    private readonly shutdown: Shutdown,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async receive(request: Request, query: CandleBulkQuery): Promise<CandleBulkResult> {
    const body = openBulkBody(request, {
      idleSeconds: this.environment.uploadIdleSeconds,
      stopSignal: this.shutdown.signal,
    });
    const giveBackSlot = this.slots.take(callerKey(request));
    liftBodyDeadline(request);
    try {
      return await this.service.store(body, query);
    } finally {
      giveBackSlot();
      discardBody(request);
    }
  }
}
