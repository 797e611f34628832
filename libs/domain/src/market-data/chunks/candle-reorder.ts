import { Inject, Injectable } from '@nestjs/common';
import { Client, DatabaseError } from 'pg';
import { DataSource } from 'typeorm';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { millisecondsLeft } from '#platform/config/hours-of-day';
import { ENVIRONMENT } from '#platform/tokens';
import { databaseSocket } from '../../postgres/database-sockets';
import { type CandleChunk, disorderedChunks } from './disordered-chunks';

/** Nobody else reorders meanwhile; any constant that no other lock of the database has. */
const LOCK_KEY = 8_003_176_392;
const CONNECT_MILLISECONDS = 5_000;
/** While a reorder waits for its lock, reads and writes of the chunk wait for the reorder. */
const LOCK_TIMEOUT = '1s';

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** `busy`: somebody used the chunk. `abandoned`: it took too long, or the process stopped; the chunk is as it was. */
export const REORDER_OUTCOMES = ['reordered', 'busy', 'abandoned'] as const;

export interface Reorder {
  readonly chunk: string;
  readonly outcome: (typeof REORDER_OUTCOMES)[number];
  readonly seconds: number;
}

/**
 * Puts the rows of closed chunks of the candles in the order of series and time, in the hours of CANDLE_REORDER_HOURS. Minute by minute
 * each row of a series comes to a page of its own; afterwards the series is read in as many pages as its rows fill.
 */
@Injectable()
export class CandleReorder {
  /** In these hours each chunk is tried once. */
  private readonly abandoned = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** One chunk, the newest that can be; nothing where another worker is at it. `report` is called for each that was tried. */
  async reorder(stop: AbortSignal, report: (reorder: Reorder) => void, now = Date.now()): Promise<void> {
    const { candleReorderHours: hours } = this.environment;
    const left = hours && millisecondsLeft(hours, now);
    if (!left) {
      this.abandoned.clear();
      return;
    }
    const over = AbortSignal.any([stop, AbortSignal.timeout(left)]);
    const client = await this.connect();
    try {
      if (await tryLock(client)) await this.reorderOne(client, over, report);
    } finally {
      await client.end();
    }
  }

  private async reorderOne(
    client: Client,
    over: AbortSignal,
    report: (reorder: Reorder) => void,
  ): Promise<void> {
    for (const chunk of await disorderedChunks(client)) {
      if (over.aborted) return;
      if (this.abandoned.has(chunk.name)) continue;
      const startedAt = performance.now();
      const outcome = await this.tryReorder(client, chunk, over);
      if (outcome === 'abandoned') this.abandoned.add(chunk.name);
      report({ chunk: chunk.name, outcome, seconds: (performance.now() - startedAt) / 1000 });
      if (outcome === 'reordered') return;
    }
  }

  private async tryReorder(
    client: Client,
    chunk: CandleChunk,
    over: AbortSignal,
  ): Promise<Reorder['outcome']> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (over.aborted) return 'abandoned';
    // Where the statement has completed meanwhile there is nothing to cancel.
    const cancel = () =>
      void this.dataSource.query('select pg_cancel_backend($1)', [rows[0].pid]).catch(() => undefined);
    over.addEventListener('abort', cancel);
    try {
      await reorderChunk(client, chunk, this.environment.candleReorderSeconds);
      return 'reordered';
    } catch (error) {
      await client.query('rollback');
      const { code } = error as DatabaseError;
      if (code === LOCK_NOT_AVAILABLE) return 'busy';
      if (code === QUERY_CANCELED) return 'abandoned';
      throw error;
    } finally {
      over.removeEventListener('abort', cancel);
    }
  }

  /** Its statements take longer than those of the pool may. */
  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: requireDirectDatabaseUrl(this.environment),
      stream: databaseSocket,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      application_name: `${process.title} reorder`,
    });
    // Statements that wait for an answer reject as well.
    client.on('error', () => undefined);
    await client.connect();
    // Where the server's system can: it gives up when the worker was killed.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined);
    return client;
  }
}

/** Held until the connection ends. */
async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    LOCK_KEY,
  ]);
  return rows[0].locked;
}

/** The chunk is locked for all others until the end, and as before when that does not come. */
async function reorderChunk(client: Client, { name, index }: CandleChunk, seconds: number): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(`set local statement_timeout = '${seconds}s'`);
  await client.query(`cluster ${name} using ${index}`);
  // By its statistics it is known to be in order.
  await client.query(`analyze ${name} (series_id, open_time)`);
  await client.query('commit');
}
