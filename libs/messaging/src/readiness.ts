import { Injectable } from '@nestjs/common';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import type { ReadyState } from '#platform/metrics/metrics-server';
import { Shutdown } from '#platform/shutdown/shutdown';
import { Broker } from './broker/broker';
import { JobQueues } from './job-queues';

/** Throws, or rejects with, an error that says what is missing. */
type Condition = () => Promise<void> | void;

/** Whether a process can work, and how well: the same question for the API and the worker. */
@Injectable()
export class Readiness {
  private readonly conditions: Condition[] = [];

  constructor(
    private readonly database: DatabaseReadiness,
    private readonly queues: JobQueues,
    private readonly broker: Broker,
    private readonly shutdown: Shutdown,
  ) {}

  /** What this process needs beyond its database. */
  require(condition: Condition): void {
    this.conditions.push(condition);
  }

  /** A worker without its queue has nothing to do; what an API accepts meanwhile is kept in rows and outbox. */
  requireQueue(): void {
    this.require(() => this.queues.check());
  }

  /** Throws an error that says why this process should get no work now. */
  async check(): Promise<ReadyState> {
    if (this.shutdown.announced) throw new Error('The process is shutting down');
    await this.database.check();
    for (const condition of this.conditions) await condition();
    const queue = await problemOf(() => this.queues.check());
    const broker = await problemOf(() => this.broker.check());
    const details = [
      queue && `${queue}: jobs are kept in the database and start when it is back`,
      broker && `${broker}: events are kept in the database and follow when it is back`,
    ].filter((detail) => detail !== undefined);
    return details.length > 0 ? { status: 'degraded', detail: details.join('. ') } : { status: 'ready' };
  }
}

/** The message of the error that the condition throws; undefined where it holds. */
async function problemOf(condition: Condition): Promise<string | undefined> {
  try {
    await condition();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
