import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { NoRegime } from '#engine/regime/detect-regime';
import { LOGGER } from '#platform/tokens';
import { ApiError } from '../http/api-error';
import type { RegimeFinding, RegimeTask } from './regime.thread';

const THREADS = 2;
/** Requests that wait for a thread; more than that are better sent elsewhere than left waiting. */
const MOST_WAITING = 4;
const IDLE_MILLISECONDS = 60_000;
const BUDGET_MILLISECONDS = 15_000;

/** Fits models beside the event loop, a few at a time and for a bounded time. */
@Injectable()
export class RegimeThreads implements OnApplicationShutdown {
  private pool: Piscina | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Throws 503 when the threads are busy, or the time is over before the model stands. */
  async detect(
    task: Omit<RegimeTask, 'deadline'>,
  ): Promise<RegimeFinding | Exclude<NoRegime, { reason: 'out of time' }>> {
    const pool = (this.pool ??= this.openPool());
    if (pool.queueSize >= MOST_WAITING) throw busy('All threads are busy with other regimes');
    const deadline = Date.now() + BUDGET_MILLISECONDS;
    let result: RegimeFinding | NoRegime;
    try {
      result = (await pool.run({ ...task, deadline })) as RegimeFinding | NoRegime;
    } catch (error) {
      if (this.pool !== pool) throw busy('A thread for regimes could not be started');
      throw error;
    }
    if ('reason' in result && result.reason === 'out of time') {
      throw busy(`The model did not stand within ${BUDGET_MILLISECONDS / 1000} s`);
    }
    return result;
  }

  private openPool(): Piscina {
    const pool = new Piscina({
      filename: join(__dirname, 'regime.thread.js'),
      name: 'runRegimeTask',
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MILLISECONDS,
    });
    // A pool whose thread does not start leaves its tasks waiting for ever: the next request opens another one.
    pool.on('error', (error) => {
      this.logger.error({ err: error }, 'A thread for regimes failed');
      if (this.pool === pool) this.pool = undefined;
      pool.destroy().catch((failure: unknown) => {
        this.logger.error({ err: failure }, 'The threads for regimes could not be ended');
      });
    });
    return pool;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }
}

function busy(detail: string): ApiError {
  return new ApiError({
    status: 503,
    detail: `${detail}; try again shortly, or with fewer lookback_days or a coarser interval`,
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '5' },
  });
}
