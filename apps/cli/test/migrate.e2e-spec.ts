import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database';
import { startCli } from './support/start-cli';

const runCli = (...given: Parameters<typeof startCli>) => startCli(...given).result;

describe('migrate and schema-drift', () => {
  let database: TestDatabase;
  let variables: NodeJS.ProcessEnv;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    variables = { DATABASE_URL: database.url };
  });
  afterAll(() => database.drop());

  it('succeeds in all of eight processes that migrate an empty database at once', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => runCli(['migrate'], variables)));
    expect(results.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
      Array.from({ length: 8 }, () => ({ exitCode: 0, stderr: '' })),
    );
    const working = results.filter(({ stdout }) => stdout.includes('ran CreateMarketData'));
    const idle = results.filter(({ stdout }) => stdout === 'nothing to do\n');
    expect([working.length, idle.length]).toEqual([1, 7]);
  });

  it('finds no drift in a migrated schema', async () => {
    expect(await runCli(['schema-drift'], variables)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('prints the statements by which a schema drifted, and fails', async () => {
    const drifted = await createEmptyDatabase();
    try {
      const { exitCode, stdout } = await runCli(['schema-drift'], { DATABASE_URL: drifted.url });
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/^CREATE TABLE "series" .*;$/m);
    } finally {
      await drifted.drop();
    }
  });

  it('says what is missing without a database', async () => {
    // An `npm start` that runs in this folder has a database.
    const directory = join(__dirname, 'no-data');
    const { exitCode, stdout, stderr } = await runCli(['migrate'], { DATA_DIR: directory });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('DATABASE_URL is not set');
    expect(stderr).toContain(directory);
  });

  it('says that the database is out of reach, without its password', async () => {
    const unreachable = 'postgres://user:hidden-word@127.0.0.1:1/candelabra';
    const { exitCode, stderr } = await runCli(['migrate'], { DATABASE_URL: unreachable });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('hidden-word');
  });
});
