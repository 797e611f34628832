import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { BacktestTask, BacktestTaskResult } from './backtest.thread';

const IDLE_MILLISECONDS = 60_000;

@Injectable()
export class BacktestThreads implements OnApplicationShutdown {
  private pool: Piscina<BacktestTask, BacktestTaskResult> | undefined;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Rejects with an AbortError when `signal` aborts; the thread is ended then. */
  run(task: BacktestTask, signal: AbortSignal): Promise<BacktestTaskResult> {
    this.pool ??= new Piscina({
      filename: join(__dirname, 'backtest.thread.js'),
      name: 'runBacktestTask',
      minThreads: 1,
      maxThreads: this.environment.workerConcurrency,
      idleTimeout: IDLE_MILLISECONDS,
    });
    return this.pool.run(task, { signal });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }
}
