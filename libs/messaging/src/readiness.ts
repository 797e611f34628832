import { Injectable } from '@nestjs/common';
import { DatabaseReadiness } from '#domain/database/database-readiness';
import type { ReadyState } from '#platform/metrics/metrics-server';
import { Shutdown } from '#platform/shutdown/shutdown';
import { Broker } from './broker/broker';
import { JobQueues } from './job-queues';

/** Throws, or rejects with, an error that says what is missing. */
type Condition = () => Promise<void> | void;

/** What a process may depend on. */
export const DEPENDENCIES = ['database', 'migrations', 'queue', 'broker', 'keys'] as const;

export type Dependency = (typeof DEPENDENCIES)[number];

export interface DependencyStates {
  readonly works: ReadonlyMap<Dependency, boolean>;
  /** Undefined while the database does not answer. */
  readonly pendingMigrations: number | undefined;
}

/** Whether a process can work, and how well: the same question for the API and the worker. */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<Dependency, Condition>();

  constructor(
    private readonly database: DatabaseReadiness,
    private readonly queues: JobQueues,
    private readonly broker: Broker,
    private readonly shutdown: Shutdown,
  ) {}

  /** What this process needs beyond its database. */
  require(dependency: Dependency, condition: Condition): void {
    this.conditions.set(dependency, condition);
  }

  /** A worker without its queue has nothing to do; what an API accepts meanwhile is kept in rows and outbox. */
  requireQueue(): void {
    this.require('queue', () => this.queues.check());
  }

  /** Throws an error that says why this process should get no work now. */
  async check(): Promise<ReadyState> {
    if (this.shutdown.announced) throw new Error('The process is shutting down');
    await this.database.check();
    for (const condition of this.conditions.values()) await condition();
    const queue = await problemOf(() => this.queues.check());
    const broker = await problemOf(() => this.broker.check());
    const details = [
      queue && `${queue}: jobs are kept in the database and start when it is back`,
      broker && `${broker}: events are kept in the database and follow when it is back`,
    ].filter((detail) => detail !== undefined);
    return details.length > 0 ? { status: 'degraded', detail: details.join('. ') } : { status: 'ready' };
  }

  /** Of each dependency of this process whether it works now; of migrations nothing while the database is away. */
  async ofDependencies(): Promise<DependencyStates> {
    const conditions = new Map(this.conditions).set('queue', () => this.queues.check());
    if (this.broker.isConfigured) conditions.set('broker', () => this.broker.check());
    const works = new Map<Dependency, boolean>();
    const [state] = await Promise.all([
      this.database.state(),
      ...Array.from(conditions, async ([dependency, condition]) => {
        works.set(dependency, (await problemOf(condition)) === undefined);
      }),
    ]);
    works.set('database', state?.isWritable === true);
    const pendingMigrations = state?.pendingMigrations;
    if (state) works.set('migrations', pendingMigrations === 0 && state.refusal === undefined);
    return { works, pendingMigrations };
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
