import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { setTimeout } from 'node:timers/promises';
import { Shutdown } from '#platform/shutdown/shutdown';
import {
  COMMENT_MILLISECONDS,
  eventText,
  openEventStream,
  SHUTDOWN_EVENT,
  STILL_HERE,
} from '../http/event-stream';
import { BacktestResultsService } from './backtest-results.service';
import { toBacktestResult } from './backtest.dto';

const LOOK_MILLISECONDS = 250;

/** Streams a backtest's record as it changes, until the run is over. */
@Injectable()
export class BacktestEvents {
  constructor(
    private readonly results: BacktestResultsService,
    private readonly shutdown: Shutdown,
  ) {}

  async stream(id: number, request: Request, response: Response): Promise<void> {
    // A run that does not exist is a 404 before the stream opens.
    let backtest = await this.results.find(id);
    openEventStream(response);
    const clientGone = new AbortController();
    request.once('close', () => clientGone.abort());
    response.once('close', () => clientGone.abort());
    const over = AbortSignal.any([clientGone.signal, this.shutdown.signal]);

    let sent = '';
    let quietSince = Date.now();
    for (;;) {
      const data = JSON.stringify(toBacktestResult(backtest));
      if (data !== sent) {
        response.write(eventText('status', data));
        sent = data;
        quietSince = Date.now();
      } else if (Date.now() - quietSince >= COMMENT_MILLISECONDS) {
        response.write(STILL_HERE);
        quietSince = Date.now();
      }
      if (backtest.status === 'completed' || backtest.status === 'failed') break;
      await setTimeout(LOOK_MILLISECONDS, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) break;
      backtest = await this.results.find(id);
    }
    if (this.shutdown.draining) response.write(SHUTDOWN_EVENT);
    response.end();
  }
}
