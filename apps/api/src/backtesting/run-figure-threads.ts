import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Threads, ThreadsFailed } from '#platform/threads/threads';
import { LOGGER } from '#platform/tokens';
import { tryLater } from '../http/api-error';
import type * as tasks from './run-figures.thread';

type Tasks = typeof tasks;

const THREADS = 2;
/** Requests that wait for a thread, each with its columns in memory. */
const MOST_WAITING = 8;

/** Computes what is read of large runs beside the event loop. */
@Injectable()
export class RunFigureThreads extends Threads {
  constructor(@Inject(LOGGER) logger: Logger) {
    super({ filename: join(__dirname, 'run-figures.thread.js'), maxThreads: THREADS }, logger);
  }

  /** Throws 503 when the threads are busy. */
  async run<Name extends keyof Tasks>(
    name: Name,
    task: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    if (this.waiting >= MOST_WAITING) throw busy('All threads are busy with figures of other runs');
    try {
      return (await this.compute(task, { name })) as ReturnType<Tasks[Name]>;
    } catch (error) {
      throw error instanceof ThreadsFailed ? busy('A thread for figures could not be started') : error;
    }
  }
}

function busy(detail: string) {
  return tryLater(503, `${detail}; try again shortly`, 5);
}
