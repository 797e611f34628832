import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { parse } from 'yaml';
import { isOfRelease } from '../scripts/check/ops/base-images.mjs';
import {
  ENVIRONMENT_VARIABLE_NAMES,
  readEnvironment,
  SECRET_FILE_VARIABLE_NAMES,
} from '#platform/config/environment';

interface Service {
  image: string;
  command?: string[];
  user?: string;
  networks?: string[];
  profiles?: string[];
  environment: Record<string, string>;
  secrets?: string[];
  mem_limit?: string;
  ulimits?: { nofile: { soft: number; hard: number } };
  logging: { driver: string; options: Record<string, string> };
  ports?: string[];
  volumes?: string[];
  healthcheck: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  restart: string;
}

const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');
const composeText = read('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<
    'database' | 'redis' | 'nats' | 'migrate' | 'api' | 'worker' | 'prometheus' | 'grafana',
    Service
  >;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal: boolean }>;
};
const { database, redis, nats, migrate, api, worker, prometheus, grafana } = compose.services;

describe('docker-compose.yml', () => {
  it('gives each service its own secrets alone, as files, and holds none', () => {
    const given = Object.entries(compose.services).map(([name, { secrets }]) => [name, secrets ?? []]);
    expect(Object.fromEntries(given)).toEqual({
      database: ['postgres_password', 'database_password'],
      redis: ['redis_password'],
      nats: ['nats_token'],
      migrate: ['database_url', 'nats_url'],
      api: ['database_url', 'redis_url', 'nats_url', 'jwt_secret'],
      worker: ['database_url', 'redis_url', 'nats_url'],
      prometheus: [],
      grafana: ['grafana_password'],
    });
    expect(Object.keys(compose.secrets).sort()).toEqual(
      [...new Set(given.flatMap(([, list]) => list))].sort(),
    );
    // The names of its files alone: a password would be in an address or beside the name of its variable.
    expect(composeText).not.toMatch(/:\/\/[^/\s]*@|PASSWORD: |JWT_SECRET: |_URL: [a-z]+:/);
  });

  it('reads no secret file that its service was not given', () => {
    for (const { environment, secrets, command, healthcheck } of Object.values(compose.services)) {
      const used = JSON.stringify([environment, command, healthcheck]).matchAll(/run\/secrets\/([a-z_]+)/g);
      for (const [, name] of used) expect(secrets).toContain(name);
    }
  });

  it('makes all files of its secrets, each with content, and replaces none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'candelabra-secrets-'));
    const make = () => execFileSync(join(__dirname, '../ops/compose/make-secrets.sh'), [folder]);
    const content = () =>
      Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    try {
      // Of a checkout or a copy, say: what keeps other users out has to be set, whoever made the folder.
      chmodSync(folder, 0o755);
      make();
      const modeOf = (path: string) => statSync(path).mode & 0o777;
      expect(modeOf(folder)).toBe(0o700);
      const made = content();
      // Mounted as they are: the users of the containers are others than this machine's.
      for (const name of Object.keys(made)) expect(modeOf(join(folder, name))).toBe(0o444);
      expect(Object.keys(made).sort()).toEqual(Object.keys(compose.secrets).sort());
      for (const text of Object.values(made)) expect(text).toMatch(/^\S{32,}\n$/);
      expect(made.database_url).toContain(`:${made.database_password.trim()}@database:5432/candelabra`);
      expect(() =>
        readEnvironment({
          DATABASE_URL_FILE: join(folder, 'database_url'),
          REDIS_URL_FILE: join(folder, 'redis_url'),
          NATS_URL_FILE: join(folder, 'nats_url'),
          JWT_SECRET_FILE: join(folder, 'jwt_secret'),
        }),
      ).not.toThrow();
      make();
      expect(content()).toEqual(made);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('limits memory, log files and open files, and gives the processes no superuser', () => {
    for (const service of Object.values(compose.services)) {
      expect(service.mem_limit).toMatch(/^(\$\{[A-Z]+_MEMORY:-)?\d+[mg]\}?$/);
      expect(service.logging).toEqual({
        driver: 'json-file',
        options: { 'max-size': '20m', 'max-file': '5' },
      });
    }
    for (const { ulimits } of [api, worker]) {
      // More than STREAMS_PER_REPLICA, each of which is an open file.
      expect(ulimits?.nofile.soft).toBeGreaterThan(readEnvironment({}).streamsPerReplica);
    }
    expect(database.environment).not.toHaveProperty('POSTGRES_USER');
    expect(read('ops/compose/database.sql')).toMatch(/create role candelabra login .* nosuperuser/);
  });

  it('gives the processes only variables that they know, and tokens must expire', () => {
    for (const { environment } of [migrate, api, worker]) {
      const unknown = Object.keys(environment).filter((name) => !ENVIRONMENT_VARIABLE_NAMES.includes(name));
      expect(unknown).toEqual([]);
    }
    expect(api.environment.JWT_REQUIRE_EXP).toBe('true');
  });

  it('passes on every variable that says what a worker or an API does', () => {
    // Of the image, of the embedded database, and of each service.
    const fixed = ['HOST', 'NODE_ENV', 'DATA_DIR', 'PORT', 'METRICS_PORT', 'BUILD_COMMIT'];
    const ofApi = ENVIRONMENT_VARIABLE_NAMES.filter((name) => name.startsWith('JWT_'));
    const ofWorker = ['ALPACA_KEY_ID', 'ALPACA_SECRET_KEY', 'TIINGO_TOKEN'];
    // A secret is given by its variable, or by a file.
    const variables = ENVIRONMENT_VARIABLE_NAMES.filter(
      (name) => !fixed.includes(name) && !SECRET_FILE_VARIABLE_NAMES.includes(name),
    );
    const missing = ({ environment }: Service, except: string[]) =>
      variables.filter(
        (name) => !except.includes(name) && !(name in environment) && !(`${name}_FILE` in environment),
      );
    expect([missing(api, ofWorker), missing(worker, ofApi)]).toEqual([[], []]);
  });

  it('publishes the API and what shows its metrics, on the loopback address unless configured otherwise', () => {
    const published = Object.entries(compose.services).filter(([, service]) => service.ports);
    expect(published.map(([name]) => name)).toEqual(['api', 'prometheus', 'grafana']);
    // A range, so that several replicas have a port each.
    expect(api.ports).toEqual(['${API_BIND:-127.0.0.1}:${API_PORT:-8003-8012}:8003']);
    for (const { ports } of [prometheus, grafana]) expect(ports?.[0]).toMatch(/^127\.0\.0\.1:/);
  });

  it('keeps database, Redis and NATS in a network without a way out, apart from what shows metrics', () => {
    expect(compose.networks).toEqual({ data: { internal: true } });
    for (const service of [database, redis, nats, migrate]) expect(service.networks).toEqual(['data']);
    for (const service of [api, worker]) expect(service.networks).toEqual(['default', 'data']);
    for (const service of [prometheus, grafana]) expect(service).not.toHaveProperty('networks');
    // Its monitoring has no token.
    expect(nats.command?.join(' ')).toContain('http: "127.0.0.1:8222"');
  });

  it('shows metrics in the profile monitoring only, from files that are here', () => {
    const profiles = Object.values(compose.services).map((service) => service.profiles ?? []);
    expect(profiles.flat()).toEqual(['monitoring', 'monitoring']);
    const mounted = [prometheus, grafana].flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0]).filter((source) => source.startsWith('./')),
    );
    expect(mounted).toEqual(['./ops/prometheus', './ops/grafana/provisioning', './ops/grafana/dashboards']);
    for (const folder of mounted) expect(readdirSync(join(__dirname, '..', folder))).not.toEqual([]);
    expect(prometheus.command?.[0]).toBe('--config.file=/etc/prometheus/candelabra/prometheus.yml');
  });

  it('runs images of a release, none of them of a tag such as latest', () => {
    for (const { image } of [database, redis, nats, prometheus, grafana]) {
      expect(isOfRelease(image) && image).toBe(image);
    }
    const withoutDigest = [database, redis, nats, prometheus, grafana].filter(
      ({ image }) => !image.includes('@'),
    );
    expect(withoutDigest).toEqual([database]);
  });

  it('migrates once, after the database is healthy and before an API and two workers start', () => {
    expect(migrate.command).toEqual(['node', 'dist/apps/cli/src/main.js', 'migrate']);
    expect(migrate.restart).toBe('no');
    expect(migrate.depends_on).toEqual({
      database: { condition: 'service_healthy' },
      nats: { condition: 'service_healthy' },
    });
    for (const service of [api, worker]) {
      expect(service.depends_on).toEqual({
        database: { condition: 'service_healthy' },
        redis: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      });
    }
    expect(worker.deploy).toEqual({ replicas: 2 });
  });

  it('keeps Redis durable, and never lets it evict a job', () => {
    expect(redis.command?.join(' ')).toContain('requirepass');
    // The image's entrypoint sets umask 0077 before it runs a shell: a file written by root is root's alone.
    expect(redis.user).toBe('redis');
    expect(redis.command?.join(' ')).toContain('--appendonly yes');
    expect(redis.command?.join(' ')).toContain('--maxmemory-policy noeviction');
    expect([database.volumes?.[0], redis.volumes]).toEqual([
      'database:/var/lib/postgresql/data',
      ['redis:/data'],
    ]);
  });

  it('keeps what is published to NATS, and checks whether JetStream is healthy', () => {
    expect(nats.command?.join(' ')).toContain('--jetstream --store_dir /data');
    expect(nats.command?.join(' ')).toContain('authorization { token');
    expect(nats.volumes).toEqual(['nats:/data']);
    expect(nats.healthcheck.test?.join(' ')).toContain('/healthz?js-enabled-only=true');
  });

  it('checks whether each process is ready, in commands that are JavaScript', () => {
    expect(api.healthcheck.test?.[3]).toContain("'http://127.0.0.1:8003/ready'");
    expect(worker.healthcheck.test?.[3]).toContain(
      `'http://127.0.0.1:${worker.environment.METRICS_PORT}/ready'`,
    );
    for (const { healthcheck } of [api, worker]) {
      expect(() => new Script(healthcheck.test?.[3] ?? '')).not.toThrow();
    }
  });
});
