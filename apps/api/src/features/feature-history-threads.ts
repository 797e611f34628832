import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Threads, ThreadsFailed } from '#platform/threads/threads';
import { LOGGER } from '#platform/tokens';
import { tryLater } from '../http/api-error';
import type { FeatureHistoryTask } from './feature-history.thread';

const THREADS = 2;

/** Computes and spells histories beside the event loop. */
@Injectable()
export class FeatureHistoryThreads extends Threads {
  constructor(@Inject(LOGGER) logger: Logger) {
    const filename = join(__dirname, 'feature-history.thread.js');
    super({ filename, name: 'runFeatureHistoryTask', maxThreads: THREADS }, logger);
  }

  /** Rejects with an AbortError when `signal` aborts, with 503 where no thread can be started. */
  async run(task: FeatureHistoryTask, signal: AbortSignal): Promise<Buffer> {
    try {
      const { buffer } = (await this.compute(task, { signal })) as Uint8Array;
      return Buffer.from(buffer);
    } catch (error) {
      if (!(error instanceof ThreadsFailed)) throw error;
      throw tryLater(503, 'A thread for histories of features could not be started; try again shortly', 5);
    }
  }
}
