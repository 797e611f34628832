import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import jsonwebtoken from 'jsonwebtoken';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/apps/local/src/embedded-postgres/start-embedded-postgres.js';
import { findFreePort } from '../../dist/apps/local/src/free-port.js';
import { migrate } from '../../dist/libs/domain/src/database/migrate.js';
import { migrateQueueSchema } from '../../dist/libs/messaging/src/queue-schema.js';
import { MeasuredProcess } from './measured-process.mjs';

/** Apart from the ports that a running Candelabra and its tests prefer. */
const FIRST_PORT = { postgres: 27_432, redis: 27_632, http: 27_832 };
const JWT_SECRET = randomBytes(32).toString('hex');
const dist = join(import.meta.dirname, '..', '..', 'dist');

/** What rows need around them. Each part starts when it is first needed, and all of them end with the stage. */
export class Stage {
  #folder = mkdtempSync(join(tmpdir(), 'candelabra-bench-'));
  #cleanups = [];
  #profileFolder;
  #serverUrl;
  #redisUrl;
  #closing;
  token = jsonwebtoken.sign({ sub: 'bench' }, JWT_SECRET, { expiresIn: '1d' });

  constructor({ profileFolder }) {
    this.#profileFolder = profileFolder;
    chmodSync(this.#folder, 0o755); // else, as root, the database would be kept elsewhere
  }

  /** A migrated database of its own for a row, on DATABASE_URL's server or on a durable embedded Postgres. */
  async createDatabase() {
    this.#serverUrl ??= process.env.DATABASE_URL || (await this.#startPostgres());
    const name = `candelabra_bench_${randomBytes(4).toString('hex')}`;
    await this.#onServer((client) => client.query(`create database ${name}`));
    this.#cleanups.push(() =>
      this.#onServer((client) => client.query(`drop database if exists ${name} with (force)`)),
    );
    const url = Object.assign(new URL(this.#serverUrl), { pathname: `/${name}` }).href;
    await migrate(url, migrateQueueSchema);
    return url;
  }

  /** A client that ends with the stage. */
  async connect(url) {
    const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
    await client.connect();
    client.on('error', () => undefined);
    this.#cleanups.push(() => client.end());
    return client;
  }

  /**
   * The URL of a database of a Redis as production should have it. It is emptied, since it would know the jobs of an earlier Postgres
   * database by their numbers. Undefined where no redis-server is installed.
   */
  async emptyRedis(database = 0) {
    if (spawnSync('redis-server', ['--version']).error) return undefined;
    this.#redisUrl ??= await this.#startRedis();
    const url = `${this.#redisUrl}/${database}`;
    const client = new Redis(url);
    await client.flushdb();
    client.disconnect();
    return url;
  }

  /** The real API in a process of its own, ready for requests. */
  startApi(settings) {
    return this.#startService('api', settings);
  }

  /** The real worker in a process of its own, ready for jobs. */
  startWorker(settings) {
    return this.#startService('worker', settings);
  }

  /** A peer server of bench/peers, which gets its port as PORT and says over IPC when it listens. */
  async startPeer(file, environment) {
    const port = await findFreePort(FIRST_PORT.http);
    const peer = this.#spawn(join(import.meta.dirname, '..', 'peers', file), file, {
      ...environment,
      PORT: String(port),
    });
    await peer.nextMessage();
    return Object.assign(peer, { port });
  }

  /** Every caller, after Ctrl-C and at the end of the rows that it broke, waits for the same end of all processes. */
  close() {
    return (this.#closing ??= this.#closeAll());
  }

  async #closeAll() {
    while (this.#cleanups.length > 0) {
      // What cannot be stopped must not keep the others alive.
      await Promise.resolve()
        .then(this.#cleanups.pop())
        .catch((error) => console.error(`Could not clean up: ${error.message}`));
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #startService(app, { databaseUrl, redisUrl, preload, environment }) {
    const port = await findFreePort(FIRST_PORT.http);
    const metricsPort = await findFreePort(port + 1);
    const service = this.#spawn(
      join(dist, 'apps', app, 'src', 'main.js'),
      app,
      {
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        JWT_SECRET,
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        ...environment,
      },
      preload,
    );
    await service.answers(`http://127.0.0.1:${metricsPort}/ready`);
    return Object.assign(service, { port });
  }

  #spawn(entryFile, name, environment, preload) {
    const logFile = join(this.#folder, `${name}.log`);
    const child = new MeasuredProcess(entryFile, {
      environment,
      preload,
      logFile,
      profileFolder: this.#profileFolder,
    });
    this.#cleanups.push(() => child.stop());
    return child;
  }

  async #startPostgres() {
    const dataDirectory = join(this.#folder, 'postgres');
    mkdirSync(dataDirectory);
    const postgres = await startEmbeddedPostgres({ dataDirectory, preferredPort: FIRST_PORT.postgres });
    this.#cleanups.push(async () => {
      await postgres.stop();
      rmSync(postgres.directory, { recursive: true, force: true });
    });
    return postgres.url;
  }

  async #startRedis() {
    const port = await findFreePort(FIRST_PORT.redis);
    const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', this.#folder];
    const safety = [
      '--appendonly',
      'yes',
      '--appendfsync',
      'everysec',
      '--save',
      '',
      '--maxmemory-policy',
      'noeviction',
    ];
    const child = spawn('redis-server', [...options, ...safety], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#cleanups.push(() => child.kill());
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('Ready to accept connections')) break;
    }
    if (child.exitCode !== null) throw new Error(`redis-server did not start:\n${output}`);
    return `redis://127.0.0.1:${port}`;
  }

  async #onServer(work) {
    const client = new pg.Client({ connectionString: this.#serverUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
