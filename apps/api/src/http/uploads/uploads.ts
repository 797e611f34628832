import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Environment } from '#platform/config/environment';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ENVIRONMENT } from '#platform/tokens';
import { discardBody, liftBodyDeadline } from '../body-deadline';
import { callerKey } from '../caller-key';
import { CallerSlots, refuseUntilOneEnds } from '../caller-slots';
import { openUploadBody, type UploadBody, type UploadFormats } from './upload-body';

/** Receives bodies of any length, a few of each caller at a time. */
@Injectable()
export class Uploads {
  /** Each takes memory for two batches, and a share of the database. */
  private readonly slots = new CallerSlots({
    perSubject: 2,
    perProcess: 4,
    refuse: refuseUntilOneEnds('uploads'),
  });

  constructor(
    private readonly shutdown: Shutdown,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async receive<Formats extends UploadFormats, Result>(
    request: Request,
    formats: Formats,
    store: (body: UploadBody<Formats>) => Promise<Result>,
  ): Promise<Result> {
    const body = openUploadBody(request, formats, {
      idleSeconds: this.environment.uploadIdleSeconds,
      stopSignal: this.shutdown.signal,
    });
    const giveBackSlot = this.slots.take(callerKey(request));
    liftBodyDeadline(request);
    try {
      return await store(body);
    } finally {
      giveBackSlot();
      discardBody(request);
    }
  }
}
