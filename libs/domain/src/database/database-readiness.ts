import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { DataSource } from 'typeorm';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { dropConnections } from '../postgres/database-sockets';
import { readSchemaState, type SchemaState } from './schema-state';

const WATCH_MILLISECONDS = 2_000;
const RETRY_MILLISECONDS = 1_000;
/** A probe's own patience is a few seconds. */
const ANSWER_MILLISECONDS = 2_000;
const MIGRATIONS_PENDING = 'Migrations are pending: run `npm run migrate`';

/** Whether this program can work with the database that it reaches, checked anew each time and, in a service, every two seconds. */
@Injectable()
export class DatabaseReadiness implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listeners: ((refusal: string) => void)[] = [];
  private current: string | undefined;
  private watching: Repetition | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Why this program does not work with the schema as it was last found. */
  get refusal(): string | undefined {
    return this.current;
  }

  /** Called with the reason as soon as the schema is found to be too new. */
  whenRefused(listener: (refusal: string) => void): void {
    this.listeners.push(listener);
  }

  onApplicationBootstrap(): void {
    // Errors are for the callers; a server that is away is checked again when it is back.
    this.watching = repeat(
      () => this.read(),
      WATCH_MILLISECONDS,
      () => undefined,
    );
  }

  onApplicationShutdown(): void {
    void this.watching?.stop();
  }

  /** Throws when the database is out of reach or read-only, or its schema older or too new for this program. */
  async check(): Promise<void> {
    const state = await this.state();
    if (!state) throw new Error('The database is not reachable');
    if (!state.isWritable) throw new Error('The database is read-only');
    const refusal = refusalOf(state);
    if (refusal !== undefined) throw new Error(refusal);
  }

  /** The database as it is now; undefined where it is not reachable. */
  async state(): Promise<SchemaState | undefined> {
    try {
      return await pTimeout(this.read(), { milliseconds: ANSWER_MILLISECONDS });
    } catch {
      return undefined;
    }
  }

  /** Waits until the schema is the one this program was written for, and says each time why it is not. */
  async untilMigrated(signal: AbortSignal, report: (problem: string) => void): Promise<void> {
    for (;;) {
      try {
        await this.check();
        return;
      } catch (error) {
        report((error as Error).message);
      }
      await setTimeout(RETRY_MILLISECONDS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  private async read(): Promise<SchemaState> {
    const state = await readSchemaState(this.dataSource);
    if (!state.isWritable) dropConnections('the server is read-only');
    const { refusal } = state;
    const isNew = refusal !== undefined && this.current !== refusal;
    this.current = refusalOf(state);
    if (isNew) for (const listener of this.listeners) listener(refusal);
    return state;
  }
}

/** Why this program must not work with a schema that is too new, or cannot yet work with one that is too old. */
function refusalOf({ refusal, pendingMigrations }: SchemaState): string | undefined {
  return refusal ?? (pendingMigrations > 0 ? MIGRATIONS_PENDING : undefined);
}
