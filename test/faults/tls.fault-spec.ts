import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startCli } from '../../apps/cli/test/support/start-cli';
import { OwnRedis } from '../../apps/worker/test/support/own-redis';
import { ServiceProcess } from '../../apps/worker/test/support/service-process';
import { eventually } from '../../apps/worker/test/support/within';
import { Authority } from './support/authority';
import { JWT_SECRET } from './support/authorization';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { readiness } from './support/readiness';
import { report } from './support/scale';
import { untilComplete } from './support/stored-closes';
import { CERTIFIED_ROLE, TlsPostgres } from './support/tls-postgres';

const WRITES = 100;

describe('Postgres and Redis that accept TLS alone, with certificates of a local authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-tls-'));
  const authority = Authority.found();
  const stranger = Authority.found();
  let stage: FaultStage;
  let postgres: TlsPostgres;
  let redis: OwnRedis;
  beforeAll(async () => {
    [stage, redis] = await Promise.all([FaultStage.open(), OwnRedis.start(authority.issue('localhost'))]);
    postgres = await TlsPostgres.from(stage.postgres, authority);
  });
  afterAll(async () => {
    await stage.close();
    await redis.close();
    authority.close();
    stranger.close();
    rmSync(folder, { recursive: true });
  });

  const inFile = (name: string, secret: string) => {
    const path = join(folder, name);
    writeFileSync(path, `${secret}\n`, { mode: 0o600 });
    return path;
  };
  const withRedis = (recognised: Authority) => ({
    DATABASE_URL: '',
    DATABASE_URL_FILE: inFile('database-url', postgres.url()),
    REDIS_URL_FILE: inFile('redis-url', redis.redisUrl),
    NODE_EXTRA_CA_CERTS: recognised.certificateFile,
  });
  /** What Postgres says of the connections of our processes, and what each of them writes and streams. */
  const work = async (environment: NodeJS.ProcessEnv, applications: readonly string[]) => {
    await postgres.query('delete from series');
    const api = await stage.startApi(environment);
    const worker = await stage.startWorker({ ...environment, CANDLE_FEED: 'sim:SIM-A/USDT:1m' });
    const watcher = stage.watch([api.url], 'W0');
    const writers = new CandleWriters([api.url], 2);
    await writers.more(WRITES);
    await writers.stop();
    expect([...writers.answers.keys()]).toEqual([201]);
    await untilComplete(postgres, watcher, 'W0');
    await eventually(
      'API and worker are ready',
      () => Promise.all([readiness(api.url), readiness(worker.metricsUrl)]),
      (answers) => answers.every(({ body }) => body.status === 'ready'),
    );
    const connections = await eventually(
      `${applications.join(', ')} are connected`,
      () => postgres.connections(),
      (open) => applications.every((name) => open.some(({ application }) => application === name)),
    );
    expect(connections.filter(({ encrypted }) => !encrypted)).toEqual([]);
    await Promise.all([api.process.kill(), worker.kill()]);
    return connections;
  };

  it('are used by migrations, API and worker, with addresses in files', async () => {
    const environment = withRedis(authority);
    const migrated = await startCli(['migrate'], environment).result;
    expect(migrated).toMatchObject({ exitCode: 0 });
    const connections = await work(environment, [
      'candelabra-api',
      'candelabra-worker',
      'candelabra-worker feed',
    ]);
    report(`${connections.length} connections, all of them encrypted`);
  });

  it('are used with a certificate in place of a password, by the queue in Postgres too', async () => {
    const environment = { DATABASE_URL: postgres.urlWith(authority.issue(CERTIFIED_ROLE)) };
    const connections = await work(environment, [
      'candelabra-api',
      'candelabra-api queue',
      'candelabra-api listener',
      'candelabra-worker',
      'candelabra-worker queue',
      'candelabra-worker feed',
    ]);
    expect(new Set(connections.map(({ role }) => role))).toEqual(new Set([CERTIFIED_ROLE]));
  });

  it('are checked with every sslmode but no-verify', async () => {
    const connect = async (variant: (url: URL) => void, recognised = authority) => {
      const url = new URL(postgres.url(recognised));
      variant(url);
      const client = new Client({ connectionString: url.href });
      await client.connect();
      await client.end();
    };
    const inMode = (mode: string) => (url: URL) => url.searchParams.set('sslmode', mode);
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      await connect(inMode(mode));
      await expect(connect(inMode(mode), stranger)).rejects.toThrow('self-signed certificate');
    }
    await connect(inMode('no-verify'), stranger);
    await expect(connect(inMode('disable'))).rejects.toThrow('no encryption');
    // The certificate is of `localhost`.
    await expect(connect((url) => (url.hostname = '127.0.0.1'))).rejects.toThrow(
      'does not match certificate',
    );
    const forged = postgres.urlWith(stranger.issue(CERTIFIED_ROLE));
    await expect(connect((url) => (url.href = forged))).rejects.toThrow('unknown ca');
  });

  it('of another authority or host, or without TLS, keep an API and a command from starting', async () => {
    await postgres.present(authority.issue('other.example'));
    const plain = new URL(postgres.url());
    plain.search = '';
    const [missing, file] = [new URL(postgres.url()), join(folder, 'missing.pem')];
    missing.searchParams.set('sslrootcert', file);
    const expected: readonly (readonly [url: string, problem: string])[] = [
      [postgres.url(stranger), 'self-signed certificate in certificate chain'],
      [postgres.url(), "Hostname/IP does not match certificate's altnames: Host: localhost"],
      [plain.href, 'no pg_hba.conf entry for host'],
      [missing.href, `ENOENT: no such file or directory, open '${file}'`],
    ];
    await Promise.all(
      expected.map(async ([DATABASE_URL, problem]) => {
        const variables = { HOST: '127.0.0.1', PORT: '0', JWT_SECRET, DATABASE_URL };
        const [api, command] = await Promise.all([
          ServiceProcess.spawn('api', variables),
          startCli(['migrate'], { DATABASE_URL }).result,
        ]);
        await api.printed(new RegExp(`The database cannot be reached: ${problem}`));
        await expect(readiness(api.metricsUrl)).rejects.toThrow('fetch failed');
        await api.kill();
        expect(api.output).not.toContain('API is listening');
        expect(command.exitCode).toBe(1);
        expect(command.stderr).toContain(problem);
      }),
    );
    expect((await postgres.connections()).map(({ application }) => application)).toEqual([]);
  });

  it('of another authority or host keep a worker from being ready', async () => {
    await postgres.present(authority.issue('localhost'));
    const address = redis.redisUrl.replace('localhost', '127.0.0.1');
    for (const [variables, problem] of [
      [withRedis(stranger), 'unable to verify the first certificate'],
      [{ ...withRedis(authority), REDIS_URL: address, REDIS_URL_FILE: '' }, 'does not match certificate'],
    ] as const) {
      const worker = await stage.startWorker(variables);
      await worker.printed(new RegExp(problem));
      expect(await readiness(worker.metricsUrl)).toMatchObject({
        status: 503,
        body: { detail: 'The queue is not reachable' },
      });
      await worker.kill();
    }
  });
});
