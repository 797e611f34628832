import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Threads, ThreadsFailed } from '#platform/threads/threads';
import { LOGGER } from '#platform/tokens';
import { tryLater } from '../http/api-error';
import type { ChartIndicatorsTask } from './chart-indicators.thread';

const THREADS = 2;

/** Computes the indicators of charts beside the event loop. */
@Injectable()
export class ChartIndicatorsThreads extends Threads {
  constructor(@Inject(LOGGER) logger: Logger) {
    const filename = join(__dirname, 'chart-indicators.thread.js');
    super({ filename, name: 'runChartIndicatorsTask', maxThreads: THREADS }, logger);
  }

  /** Text of a JSON array. Rejects with an AbortError when `signal` aborts, with 503 where no thread can be started. */
  async run(task: ChartIndicatorsTask, signal: AbortSignal): Promise<string> {
    try {
      return Buffer.from((await this.compute(task, { signal })) as Uint8Array).toString();
    } catch (error) {
      if (!(error instanceof ThreadsFailed)) throw error;
      throw tryLater(503, 'A thread for indicators could not be started; try again shortly', 5);
    }
  }
}
