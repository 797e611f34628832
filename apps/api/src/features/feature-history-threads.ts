import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { FeatureHistoryTask } from './feature-history.thread';

const THREADS = 2;
const IDLE_MILLISECONDS = 60_000;

/** Computes and spells histories beside the event loop. */
@Injectable()
export class FeatureHistoryThreads implements OnApplicationShutdown {
  private pool: Piscina | undefined;

  /** Rejects with an AbortError when `signal` aborts. */
  async run(task: FeatureHistoryTask, signal: AbortSignal): Promise<Buffer> {
    this.pool ??= new Piscina({
      filename: join(__dirname, 'feature-history.thread.js'),
      name: 'runFeatureHistoryTask',
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MILLISECONDS,
    });
    const { buffer } = (await this.pool.run(task, { signal })) as Uint8Array;
    return Buffer.from(buffer);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }
}
