import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Environment } from '#platform/config/environment';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT } from '#platform/tokens';
import { discardBody, liftBodyDeadline } from '../http/body-deadline';
import { callerKey } from '../http/caller-key';
import { openBulkBody } from './candle-bulk-body';
import type { CandleBulkQuery, CandleBulkResult } from './candle-bulk.dto';
import { CandleBulkService } from './candle-bulk.service';
import { UploadSlots } from './upload-slots';

/** Receives bodies of candles, a few of each caller at a time. */
@Injectable()
export class CandleBulkUploads {
  constructor(
    private readonly service: CandleBulkService,
    private readonly shutdown: Shutdown,
    private readonly slots: UploadSlots,
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
