import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import type { OutageLog } from '#platform/logging/outage-log';
import { hasAborted } from '#platform/shutdown/or-aborted';

const RETRY_MILLISECONDS = 1_000;

/**
 * Takes the jobs of one queue, from when it could be opened. BullMQ's worker remembers for ever that it could not (its tables
 * were missing, the server was restarting or had no connection left), and would try to take jobs without a pause: it is
 * closed, and another one is opened a second later.
 */
export class Consumer {
  private readonly closing = new AbortController();
  private worker: Worker | undefined;

  /** `create` answers a worker that does not run by itself. */
  constructor(
    private readonly create: () => Worker,
    private readonly connection: OutageLog,
  ) {
    void this.run();
  }

  /** Takes no more jobs; resolves when those under way are done. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.worker?.close();
  }

  private async run(): Promise<void> {
    while (!hasAborted(this.closing.signal)) {
      const worker = (this.worker = this.create());
      try {
        await worker.waitUntilReady();
        await worker.run();
        return;
      } catch (error) {
        this.connection.failed(error);
      }
      await worker.close().catch(() => undefined);
      await setTimeout(RETRY_MILLISECONDS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
  }
}
