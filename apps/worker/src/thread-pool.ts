import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';

const IDLE_MILLISECONDS = 60_000;

/** The functions that run in threads, by name, and the files that hold them. */
const THREAD_FUNCTIONS = {
  runBacktestTask: 'backtest/backtest.thread.js',
  runFeatureTask: 'feature-precompute/feature-precompute.thread.js',
  runSearchStep: 'parameter-search/parameter-search.thread.js',
} as const;

/** Threads for the arithmetic of all jobs: what takes long there keeps no lock from being renewed here. */
@Injectable()
export class ThreadPool implements OnApplicationShutdown {
  private pool: Piscina | undefined;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Rejects with an AbortError when `signal` aborts; the thread is ended then. */
  run<Result>(name: keyof typeof THREAD_FUNCTIONS, task: object, signal: AbortSignal): Promise<Result> {
    this.pool ??= new Piscina({
      minThreads: 1,
      maxThreads: this.environment.workerConcurrency,
      idleTimeout: IDLE_MILLISECONDS,
    });
    const filename = join(__dirname, THREAD_FUNCTIONS[name]);
    return this.pool.run(task, { filename, name, signal }) as Promise<Result>;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }
}
