import type { QueryResultRow } from 'pg';
import { ServiceProcess } from '../../../apps/worker/test/support/service-process';
import { JWT_SECRET } from './authorization';
import { CandleWatcher } from './candle-watcher';
import { DurablePostgres } from './durable-postgres';
import { SocketWatcher } from './socket-watcher';

/** Of pg 8.23, where a query is sent on a client that others wait for; pg 9 refuses it. */
const QUEUED_QUERY_WARNING = 'Calling client.query() when the client is already executing a query';

export interface ApiProcess {
  readonly url: string;
  readonly process: ServiceProcess;
}

/** A durable database, and as many APIs and workers on it as a scenario needs: all of them real processes. */
export class FaultStage {
  private readonly processes: ServiceProcess[] = [];
  private readonly watchers: (CandleWatcher | SocketWatcher)[] = [];

  private constructor(
    readonly postgres: DurablePostgres,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async open(environment: NodeJS.ProcessEnv = {}): Promise<FaultStage> {
    return new FaultStage(await DurablePostgres.start(), environment);
  }

  async startApi(environment: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
    const process = await this.spawn('api', { PORT: '0', JWT_SECRET, ...environment });
    const [, url] = await process.printed(/"url":"([^"]+)"/);
    return { url, process };
  }

  async startWorker(environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const process = await this.spawn('worker', { WORKER_CONCURRENCY: '1', ...environment });
    await process.printed(/Worker is ready for jobs/);
    return process;
  }

  /** A client of a candle stream, until the stage closes; `urls` as CandleWatcher has them. */
  watch(urls: readonly string[], symbol: string, exchange?: string): CandleWatcher {
    const watcher = new CandleWatcher(urls, symbol, exchange);
    this.watchers.push(watcher);
    return watcher;
  }

  /** The same on a WebSocket. */
  watchSocket(urls: readonly string[], symbol: string): SocketWatcher {
    const watcher = new SocketWatcher(urls, symbol);
    this.watchers.push(watcher);
    return watcher;
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return this.postgres.query<Row>(text, values);
  }

  async close(): Promise<void> {
    await Promise.all(this.watchers.map((watcher) => watcher.stop()));
    await Promise.all(this.processes.map((process) => process.kill()));
    await this.postgres.close();
    const warned = this.processes.filter(({ output }) => output.includes(QUEUED_QUERY_WARNING));
    if (warned.length > 0) throw new Error(`${warned.length} processes warned: ${QUEUED_QUERY_WARNING}`);
  }

  private async spawn(app: 'api' | 'worker', environment: NodeJS.ProcessEnv): Promise<ServiceProcess> {
    const process = await ServiceProcess.spawn(app, {
      HOST: '127.0.0.1',
      DATABASE_URL: this.postgres.url,
      ...this.environment,
      ...environment,
    });
    this.processes.push(process);
    return process;
  }
}
