import { Client, type QueryResultRow } from 'pg';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { JobName } from '#messaging/jobs';
import { createTestDatabase, type TestContent, type TestDatabase } from '../../../../test/test-database';
import { ApiClient, JWT_SECRET, SMA_CROSS } from './api-client';
import type * as candleStore from './candle-store';
import { JobEnds } from './job-ends';
import { RunAudit } from './run-audit';
import { ServiceProcess } from './service-process';
import { prepareTestQueue } from './test-queue';
import { eventually } from './within';

interface StageOptions {
  /** The address of a Redis, or undefined for Postgres, in place of the queue that every suite gets. */
  readonly queue?: string | undefined;
}

export interface JobState extends QueryResultRow {
  readonly subject: string;
  readonly status: string;
  readonly run: number;
  readonly losses: number;
  readonly token: string | null;
}

/** Only the suites that store something evaluate what it takes. */
const loadCandleStore = () => jest.requireActual<typeof candleStore>('./candle-store');

const SAMPLE: TestContent = {
  name: 'sample',
  store: (databaseUrl) => loadCandleStore().CandleStore.storeSample(databaseUrl),
};

/** A database with the sample, an API, and workers as a suite wants them: all of them real processes. */
export class JobStage {
  api: ApiClient;
  apiProcess: ServiceProcess;
  private processes: ServiceProcess[] = [];
  private lastingWorkers: ServiceProcess[] = [];
  private readonly lockHolders = new Set<Client>();
  private candles: Promise<candleStore.CandleStore> | undefined;
  private ends: Promise<JobEnds> | undefined;

  private constructor(
    private readonly database: TestDatabase,
    private readonly client: Client,
    readonly audit: RunAudit,
    readonly redisUrl: string | undefined,
  ) {}

  static async open(options: StageOptions = {}): Promise<JobStage> {
    const database = await createTestDatabase(SAMPLE);
    const client = new Client({ connectionString: database.url, application_name: 'stage' });
    await client.connect();
    const audit = await RunAudit.install(database.url);
    const stage = new JobStage(
      database,
      client,
      audit,
      'queue' in options ? options.queue : await prepareTestQueue(),
    );
    await stage.startApi();
    return stage;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  async startApi(environment: NodeJS.ProcessEnv = {}): Promise<void> {
    this.apiProcess = await this.startAnotherApi(environment);
    const [, url] = await this.apiProcess.printed(/"url":"([^"]+)"/);
    this.api = this.apiAt(url);
  }

  apiAt(url: string): ApiClient {
    return new ApiClient(url);
  }

  startAnotherApi(environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    return this.spawn('api', { PORT: '0', JWT_SECRET, ...environment });
  }

  /** A worker that takes jobs. */
  async startWorker(environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const worker = await this.spawn('worker', { WORKER_CONCURRENCY: '2', ...environment });
    await worker.printed(/Worker is ready for jobs/);
    return worker;
  }

  /** So many workers that take jobs, those that run already among them. They outlast the scenario file that calls this. */
  async runWorkers(count: number): Promise<readonly ServiceProcess[]> {
    const running = this.lastingWorkers.filter(({ isRunning }) => isRunning);
    await Promise.all(running.splice(count).map((worker) => worker.kill()));
    const missing = Array.from({ length: count - running.length }, () => this.startWorker());
    return (this.lastingWorkers = [...running, ...(await Promise.all(missing))]);
  }

  async spawn(app: 'api' | 'worker', environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const process = await ServiceProcess.spawn(app, {
      HOST: '127.0.0.1',
      DATABASE_URL: this.database.url,
      ...(this.redisUrl && { REDIS_URL: this.redisUrl }),
      ...environment,
    });
    this.processes.push(process);
    return process;
  }

  async query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows;
  }

  /** Stores candles as what fetches them does. */
  async store(
    name: SeriesName,
    candles: readonly CandleToWrite[],
    options: { allowOutliers?: boolean } = {},
  ): Promise<void> {
    this.candles ??= loadCandleStore().CandleStore.open(this.databaseUrl);
    await (await this.candles).store(name, candles, options);
  }

  /** The runs and losses of a kind of job, in the order of their subjects. */
  jobs(job: string, subjects?: readonly (number | string)[]): Promise<JobState[]> {
    return this.query(
      `select subject, status, run, losses, token from job_runs
       where job = $1 and subject = any(coalesce($2, array[subject])) order by length(subject), subject`,
      [job, subjects?.map(String) ?? null],
    );
  }

  /** Resolves when a job is completed or has failed, now or earlier. */
  async untilFinished(job: JobName, subject: number, seconds?: number): Promise<void> {
    this.ends ??= JobEnds.install(this.databaseUrl);
    await (await this.ends).until(job, String(subject), seconds);
  }

  /** Resolves when the queue has every job that was submitted. */
  async untilQueued(): Promise<void> {
    await eventually(
      'the queue has them',
      () => this.query('select from job_outbox'),
      ({ length }) => length === 0,
    );
  }

  /** The sweeper checks the queue for jobs that have waited for a while; these have now. */
  async ageJobs(): Promise<void> {
    await this.query(`update job_runs set queued_at = now() - interval '1 minute' where status = 'pending'`);
  }

  /** Keeps everybody from a table, as a slow statement or a long load would; the answer lets them go on. */
  async lockTable(table: string, mode = 'access exclusive'): Promise<() => Promise<void>> {
    const holder = new Client({ connectionString: this.database.url, application_name: 'lock holder' });
    await holder.connect();
    this.lockHolders.add(holder);
    await holder.query('begin');
    await holder.query(`lock table ${table} in ${mode} mode`);
    return () => this.unlock(holder);
  }

  /** Makes runs wait for their candles, which the workers forget; the answer lets them go on. */
  async holdCandles(): Promise<() => Promise<void>> {
    await this.query(`update series set last_write_at = last_write_at + interval '1 millisecond'`);
    return this.lockTable('candlesticks');
  }

  /** Gives the one worker as many backtests as it runs at once, which wait for their candles; the answer lets them go on. */
  async occupyWorker(): Promise<() => Promise<void>> {
    const goOn = await this.holdCandles();
    const ids = [await this.api.submit(SMA_CROSS), await this.api.submit(SMA_CROSS)];
    await this.audit.untilAll(ids, 'running');
    return goOn;
  }

  /** Resolves when so many connections of an application wait for a lock, or more: it has routines of its own, too. */
  async untilWaiting(application: 'api' | 'worker', count: number): Promise<void> {
    await eventually(
      `${count} connections of the ${application} wait for a lock`,
      () =>
        this.query(
          // Not by the table's id, which is the same in the databases of all suites.
          `select from pg_stat_activity
           where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
          [`candelabra-${application}`],
        ),
      ({ length }) => length >= count,
    );
  }

  /** Resolves when the database has closed the connections of killed workers, and rolled back what they had begun. */
  async untilWorkersDisconnected(): Promise<void> {
    await eventually(
      'the database has closed the connections of the workers',
      () =>
        this.query(
          `select pid from pg_stat_activity
           where datname = current_database() and application_name like 'candelabra-worker%'`,
        ),
      ({ length }) => length === 0,
    );
  }

  /** Ends locks and all processes but the API, which runs again if it was killed, and the workers of `runWorkers`. */
  async endOwnProcesses(): Promise<void> {
    await Promise.all([...this.lockHolders].map((holder) => this.unlock(holder)));
    const lasting = new Set([this.apiProcess, ...this.lastingWorkers]);
    await Promise.all(this.processes.filter((process) => !lasting.has(process)).map((own) => own.kill()));
    this.processes = this.processes.filter(({ isRunning }) => isRunning);
    if (!this.apiProcess.isRunning) await this.startApi();
  }

  async close(): Promise<void> {
    await Promise.all([...this.lockHolders].map((holder) => this.unlock(holder)));
    await Promise.all(this.processes.map((process) => process.kill()));
    await this.audit.close();
    await (await this.ends)?.close();
    await (await this.candles)?.close();
    await this.client.end();
    await this.database.drop();
  }

  private async unlock(holder: Client): Promise<void> {
    if (!this.lockHolders.delete(holder)) return;
    await holder.query('rollback');
    await holder.end();
  }
}
