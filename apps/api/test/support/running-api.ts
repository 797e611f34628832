import type { NestExpressApplication } from '@nestjs/platform-express';
import { Pool } from 'pg';
import request from 'supertest';
import { createTestDatabase } from '../../../../test/test-database';
import { createApi } from '../../src/create-api';
import { tokenFor, TEST_SECRET } from './token';

export interface RunningApi {
  readonly application: NestExpressApplication;
  /** The API's database, for arranging what no route can and for reading what they stored. */
  readonly database: Pool;
  readonly url: string;
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  put(path: string, body?: object): request.Test;
  patch(path: string, body?: object): request.Test;
  delete(path: string): request.Test;
  /** Without a token. */
  anonymous(): ReturnType<typeof request>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Environment by the address of the fresh database, where a test is between the API and its servers. */
type EnvironmentFor = (databaseUrl: string) => Environment | Promise<Environment>;

/** The API on a database of its own, with the queue of the test run: Redis when TEST_REDIS_URL is given. */
export async function startApi(
  environmentFor: EnvironmentFor = () => ({}),
  options: Parameters<typeof createApi>[0] = {},
): Promise<RunningApi> {
  const testDatabase = await createTestDatabase();
  const environment = {
    DATABASE_URL: testDatabase.url,
    REDIS_URL: testRedisUrl() ?? '',
    JWT_SECRET: TEST_SECRET,
    LOG_LEVEL: 'silent',
    ...(await environmentFor(testDatabase.url)),
  };
  Object.assign(process.env, environment);
  const application = await createApi(options);
  await application.listen(0, '127.0.0.1');
  const database = new Pool({ connectionString: testDatabase.url, max: 4 });
  // `end` does not wait until the server has closed its connections, and dropping the database terminates those that it has.
  database.on('error', () => undefined);

  const url = await application.getUrl();
  const authorization = `Bearer ${tokenFor()}`;
  const send = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string) =>
    request(url)[method](path).set('authorization', authorization);
  return {
    application,
    database,
    url,
    get: (path) => send('get', path),
    post: (path, body) => send('post', path).send(body),
    put: (path, body) => send('put', path).send(body),
    patch: (path, body) => send('patch', path).send(body),
    delete: (path) => send('delete', path),
    anonymous: () => request(url),
    stop: async () => {
      await application.close();
      await database.end();
      await testDatabase.drop();
    },
  };
}

const REDIS_DATABASES = 6;

/** A Redis database for each test process, so that suites that run side by side do not see each other's jobs. */
export function testRedisUrl(): string | undefined {
  if (!process.env.TEST_REDIS_URL) return undefined;
  const url = new URL(process.env.TEST_REDIS_URL);
  url.pathname = `/${1 + (Number(process.env.JEST_WORKER_ID ?? 1) % REDIS_DATABASES)}`;
  return url.href;
}
