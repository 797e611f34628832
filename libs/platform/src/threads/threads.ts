import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';

const IDLE_MILLISECONDS = 60_000;

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;
type PoolOptions = Pick<PiscinaOptions, 'filename' | 'name' | 'maxThreads'>;

interface RunOptions {
  readonly filename?: string;
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/** A worker thread is unavailable, or exited while a task was waiting for it. */
export class ThreadsFailed extends Error {
  constructor(options?: ErrorOptions) {
    super('A thread could not be started', options);
    this.name = 'ThreadsFailed';
  }
}

/**
 * Threads for arithmetic, opened when they are needed and closed when they were not for a minute, as each holds more than
 * 10 MB; who extends it says what they compute. Where one cannot be started, the tasks that wait for it reject with
 * ThreadsFailed and the process lives on; the next task tries anew.
 */
export abstract class Threads implements OnApplicationShutdown {
  private pool: Piscina | undefined;

  constructor(
    private readonly options: PoolOptions,
    private readonly logger: Logger,
  ) {}

  /** Tasks that wait for a thread. */
  protected get waiting(): number {
    return this.pool?.queueSize ?? 0;
  }

  /** Rejects with an AbortError when the options' `signal` aborts; the thread is terminated then. */
  protected async compute(task: object, options?: RunOptions): Promise<unknown> {
    const pool = (this.pool ??= this.open());
    try {
      return await pool.run(task, { ...options });
    } catch (error) {
      throw this.pool === pool || options?.signal?.aborted ? error : new ThreadsFailed({ cause: error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private open(): Piscina {
    const pool = new Piscina({
      ...this.options,
      minThreads: 0,
      idleTimeout: IDLE_MILLISECONDS,
      // Histograms of 0.7 MB that nobody reads.
      recordTiming: false,
    });
    // Left alone, a pool whose thread does not start keeps its tasks waiting for ever.
    pool.on('error', (error) => {
      this.logger.error({ err: error }, 'A thread failed');
      if (this.pool === pool) this.pool = undefined;
      pool.destroy().catch((failure: unknown) => {
        this.logger.error({ err: failure }, 'The threads could not be stopped');
      });
    });
    return pool;
  }
}
