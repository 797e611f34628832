import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OwnRedis } from '../../../apps/worker/test/support/own-redis';
import type { ServiceProcess } from '../../../apps/worker/test/support/service-process';
import { eventually } from '../../../apps/worker/test/support/within';
import { FakeExchange } from '../../fake-exchange/fake-exchange';
import { TOKEN } from './authorization';
import { CandleWriters } from './candle-writers';
import { type ApiProcess, FaultStage } from './fault-stage';
import { readiness } from './readiness';
import { type Docker, followRunbook } from './runbook';
import { ScrapeRecorder } from './scrape-recorder';

const execute = promisify(execFile);
const statusOf = async (url: string) => (await readiness(url)).body.status;
const TICK_MILLISECONDS = 200;

/** An API, a worker that feeds from an exchange, their database and their Redis: what Compose would run, and what is done to it. */
export class IncidentStage {
  /** As the file .env of a deployment: what the worker gets when it is started. */
  readonly variables: NodeJS.ProcessEnv = {};
  /** The same of the API. */
  readonly apiVariables: NodeJS.ProcessEnv = {};
  /** Where an operator has files, and follows the runbook. */
  private readonly folder = mkdtempSync(join(tmpdir(), 'candelabra-incidents-'));
  private readonly ticking: NodeJS.Timeout;

  private constructor(
    readonly stage: FaultStage,
    readonly redis: OwnRedis,
    readonly exchange: FakeExchange,
    readonly relay: FakeExchange,
    public api: ApiProcess,
    private worker: ServiceProcess,
  ) {
    this.variables.EXCHANGE_ENDPOINTS = `binance=${exchange.endpoint}`;
    this.ticking = setInterval(() => {
      for (const fake of [exchange, relay]) void fake.tick();
    }, TICK_MILLISECONDS);
  }

  static async open(): Promise<IncidentStage> {
    const started: (() => Promise<unknown>)[] = [];
    try {
      const redis = await OwnRedis.start();
      started.push(() => redis.close());
      const exchange = await FakeExchange.start('binance');
      started.push(() => exchange.stop());
      const relay = await FakeExchange.start('binance');
      started.push(() => relay.stop());
      const stage = await FaultStage.open({
        REDIS_URL: redis.redisUrl,
        CANDLE_FEED: 'binance:BTC/USDT:1m',
        EVENTS_KEPT_ROWS: '100',
      });
      started.push(() => stage.close());
      const [api, worker] = await Promise.all([
        stage.startApi(),
        stage.startWorker({ EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}` }),
      ]);
      return new IncidentStage(stage, redis, exchange, relay, api, worker);
    } catch (error) {
      for (const close of started.reverse()) await close();
      throw error;
    }
  }

  /** `before`: what is done before each scrape. */
  record(before: () => Promise<unknown> | undefined): ScrapeRecorder {
    return new ScrapeRecorder(
      [
        { job: 'candelabra-api', instance: 'api:9464', url: () => this.api.process.metricsUrl },
        { job: 'candelabra-worker', instance: 'worker:9465', url: () => this.worker.metricsUrl },
      ],
      before,
    );
  }

  /** A file for the runbook. */
  keep(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  /** Resolves when /ready of the API and of the worker have the wanted states. */
  async untilStatus(wanted: (statuses: readonly string[]) => boolean): Promise<void> {
    await eventually(
      'API and worker are as ready as wanted',
      () => Promise.all([this.api.url, this.worker.metricsUrl].map(statusOf)),
      wanted,
    );
  }

  async stopWorker(): Promise<void> {
    this.worker.signal('SIGTERM');
    await this.worker.exited;
  }

  /** As `up` does: one that runs with other variables is replaced. */
  async restartWorker(): Promise<string> {
    if (this.worker.isRunning) await this.stopWorker();
    this.worker = await this.stage.startWorker(this.variables);
    return 'worker started';
  }

  /** With its variables as they are now. */
  async restartApi(): Promise<string> {
    this.api.process.signal('SIGTERM');
    await this.api.process.exited;
    this.api = await this.stage.startApi(this.apiVariables);
    return 'api started';
  }

  /** Candles from clients, each an event. */
  writeCandles(): CandleWriters {
    return new CandleWriters([this.api.url], 2);
  }

  /** The command that docs/operations.md has for the alert. */
  followRunbook(alert: string): Promise<string> {
    const docker: Docker = ([program, ...args]) => {
      const command = args.join(' ');
      if (program !== 'compose') throw new Error(`docker ${program} is not known here`);
      if (command === 'up --detach --no-deps worker') return this.restartWorker();
      if (command === 'up --detach redis') return this.redis.listen().then(() => 'redis started');
      if (command.startsWith('exec database psql ')) return this.psql(args.slice(3));
      if (/^up --detach --no-deps (--force-recreate )?api$/.test(command)) return this.restartApi();
      throw new Error(`docker compose ${command} is not known here`);
    };
    const variables = { API: `${this.api.url}/api/v1`, TOKEN };
    return followRunbook(alert, { docker, variables, folder: this.folder });
  }

  async close(): Promise<void> {
    clearInterval(this.ticking);
    await this.stage.close();
    await Promise.all([this.exchange.stop(), this.relay.stop(), this.redis.close()]);
    rmSync(this.folder, { recursive: true });
  }

  private async psql(args: readonly string[]): Promise<string> {
    const { hostname, port, username, password, pathname } = new URL(this.stage.postgres.url);
    const own = args.filter((arg) => !/^--(?:username|dbname)=/.test(arg));
    const { stdout } = await execute('psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', ...own], {
      env: {
        PATH: process.env.PATH,
        ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) },
        PGDATABASE: pathname.slice(1),
      },
    });
    return stdout;
  }
}
