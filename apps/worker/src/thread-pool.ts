import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Environment } from '#platform/config/environment';
import { Threads } from '#platform/threads/threads';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import type * as backtest from './backtest/backtest.thread';
import type * as featurePrecompute from './feature-precompute/feature-precompute.thread';
import type * as parameterSearch from './parameter-search/parameter-search.thread';
import type * as portfolio from './portfolio/portfolio.thread';
import { resultOf, type ThreadAnswer } from './runs/thread-answer';

type ThreadFunctions = typeof backtest & typeof featurePrecompute & typeof parameterSearch & typeof portfolio;
type ThreadFunction = keyof ThreadFunctions;
type TaskOf<Name extends ThreadFunction> = Parameters<ThreadFunctions[Name]>[0];
type ResultOf<Name extends ThreadFunction> =
  ReturnType<ThreadFunctions[Name]> extends ThreadAnswer<infer Result> ? Result : never;

/** The functions that run in threads, by name, and the files that hold them. */
const FILES = {
  runBacktestTask: 'backtest/backtest.thread.js',
  runFeatureTask: 'feature-precompute/feature-precompute.thread.js',
  runPortfolioTask: 'portfolio/portfolio.thread.js',
  planSearchTask: 'parameter-search/parameter-search.thread.js',
  runChunkTask: 'parameter-search/parameter-search.thread.js',
  assembleTask: 'parameter-search/parameter-search.thread.js',
} as const satisfies Record<ThreadFunction, string>;

/** Threads for the arithmetic of all jobs: what takes long there keeps no lock from being renewed here. */
@Injectable()
export class ThreadPool extends Threads {
  constructor(@Inject(ENVIRONMENT) { workerConcurrency }: Environment, @Inject(LOGGER) logger: Logger) {
    super({ maxThreads: workerConcurrency }, logger);
  }

  /** Throws BacktestRefusal where the thread does, and an AbortError when `signal` aborts; the thread is stopped then. */
  async run<Name extends ThreadFunction>(
    name: Name,
    task: TaskOf<Name>,
    signal: AbortSignal,
  ): Promise<ResultOf<Name>> {
    const filename = join(__dirname, FILES[name]);
    const answer = await this.compute(task, { filename, name, signal });
    return resultOf(answer as ThreadAnswer<ResultOf<Name>>);
  }
}
