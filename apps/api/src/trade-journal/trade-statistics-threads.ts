import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { TradeStatistics } from '#engine/trades/trade-statistics';
import { Threads, ThreadsFailed } from '#platform/threads/threads';
import { LOGGER } from '#platform/tokens';
import { tryLater } from '../http/api-error';
import type { TradeStatisticsTask } from './trade-statistics.thread';

const THREADS = 2;
/** Requests that wait for a thread, each with its trades in memory. */
const MOST_WAITING = 8;

/** Computes statistics of trades beside the event loop: sums of 100,000 exact decimals take it a third of a second. */
@Injectable()
export class TradeStatisticsThreads extends Threads {
  constructor(@Inject(LOGGER) logger: Logger) {
    const filename = join(__dirname, 'trade-statistics.thread.js');
    super({ filename, name: 'runTradeStatisticsTask', maxThreads: THREADS }, logger);
  }

  /** In the order of the groups. Throws 503 when the threads are busy. */
  async run(task: TradeStatisticsTask): Promise<readonly TradeStatistics[]> {
    if (this.waiting >= MOST_WAITING) throw busy('All threads are busy with statistics of others');
    try {
      return (await this.compute(task)) as TradeStatistics[];
    } catch (error) {
      throw error instanceof ThreadsFailed ? busy('A thread for statistics could not be started') : error;
    }
  }
}

function busy(detail: string) {
  return tryLater(503, `${detail}; try again shortly`, 5);
}
