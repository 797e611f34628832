import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { NoRegime } from '#engine/regime/detect-regime';
import { Threads, ThreadsFailed } from '#platform/threads/threads';
import { LOGGER } from '#platform/tokens';
import { type ApiError, tryLater } from '../http/api-error';
import type { RegimeFinding, RegimeTask } from './regime.thread';

const THREADS = 2;
/** Requests that wait for a thread; more than that are better sent elsewhere than left waiting. */
const MOST_WAITING = 4;
const BUDGET_MILLISECONDS = 15_000;

/** Fits models beside the event loop, a few at a time and for a bounded time. */
@Injectable()
export class RegimeThreads extends Threads {
  constructor(@Inject(LOGGER) logger: Logger) {
    const filename = join(__dirname, 'regime.thread.js');
    super({ filename, name: 'runRegimeTask', maxThreads: THREADS }, logger);
  }

  /** Throws 503 when the threads are busy, or the time is over before the model is fitted. */
  async detect(
    task: Omit<RegimeTask, 'deadline'>,
  ): Promise<RegimeFinding | Exclude<NoRegime, { reason: 'out of time' }>> {
    if (this.waiting >= MOST_WAITING) throw busy('All threads are busy with other regimes');
    const deadline = Date.now() + BUDGET_MILLISECONDS;
    let result: RegimeFinding | NoRegime;
    try {
      result = (await this.compute({ ...task, deadline })) as RegimeFinding | NoRegime;
    } catch (error) {
      throw error instanceof ThreadsFailed ? busy('A thread for regimes could not be started') : error;
    }
    if ('reason' in result && result.reason === 'out of time') {
      throw busy(`The model was not fitted within ${BUDGET_MILLISECONDS / 1000} s`);
    }
    return result;
  }
}

function busy(detail: string): ApiError {
  return tryLater(503, `${detail}; try again shortly, or with fewer lookback_days or a coarser interval`, 5);
}
