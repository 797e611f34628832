import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Environment } from '#platform/config/environment';
import { Threads } from '#platform/threads/threads';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';

/** The functions that run in threads, by name, and the files that hold them. */
const THREAD_FUNCTIONS = {
  runBacktestTask: 'backtest/backtest.thread.js',
  runFeatureTask: 'feature-precompute/feature-precompute.thread.js',
  runSearchStep: 'parameter-search/parameter-search.thread.js',
} as const;

/** Threads for the arithmetic of all jobs: what takes long there keeps no lock from being renewed here. */
@Injectable()
export class ThreadPool implements OnApplicationShutdown {
  private readonly threads: Threads;

  constructor(@Inject(ENVIRONMENT) { workerConcurrency }: Environment, @Inject(LOGGER) logger: Logger) {
    this.threads = new Threads({ minThreads: 1, maxThreads: workerConcurrency }, logger);
  }

  /** Rejects with an AbortError when `signal` aborts; the thread is stopped then. */
  run<Result>(name: keyof typeof THREAD_FUNCTIONS, task: object, signal: AbortSignal): Promise<Result> {
    const filename = join(__dirname, THREAD_FUNCTIONS[name]);
    return this.threads.run(task, { filename, name, signal }) as Promise<Result>;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
