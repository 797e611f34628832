import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { poolOf } from '#domain/postgres/pool';
import { StatementWatch } from '#domain/postgres/statement-watch';
import { createLogger } from '#platform/logging/logger';
import { Activity } from '#platform/tracing/activity';
import { type ConnectedDatabase, connectTo, createEmptyDatabase } from '../../../../test/test-database';

const SLOW_MILLISECONDS = 50;

describe('slow statements', () => {
  let database: ConnectedDatabase;
  let dataSource: DataSource;
  const lines: string[] = [];
  beforeAll(async () => {
    database = await connectTo(await createEmptyDatabase());
    const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
    const statementWatch = new StatementWatch(logger, SLOW_MILLISECONDS);
    dataSource = new DataSource(
      dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2, statementWatch }),
    );
    await dataSource.initialize();
  });
  beforeEach(() => lines.splice(0));
  /** Those of the statements of this suite: on a busy machine any other, of a new connection say, may be slow as well. */
  const slowLines = () => lines.filter((line) => line.includes('pg_sleep'));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const values = ['0.1', 'p4ssword-of-a-parameter'];
  const sql = `select pg_sleep($1::float8), $2::text, 'p4ssword-in-the-text' from (select 8675309424) t`;

  it.each([
    ['the ORM', () => dataSource.query(sql, values)],
    ['the pool', () => poolOf(dataSource).query(sql, values)],
  ])('of %s are logged by name with the ids of their request, and without values', async (_what, send) => {
    await Activity.begin({ requestId: 'r-1', traceparent: null, tracestate: null }, () => undefined).run(
      send,
    );
    expect(slowLines()).toHaveLength(1);
    expect(slowLines()[0]).not.toMatch(/p4ssword|8675309424/);
    const line = JSON.parse(slowLines()[0]) as { seconds: number };
    expect(line).toMatchObject({ level: 'warn', msg: 'A statement was slow', request_id: 'r-1' });
    expect(line).toMatchObject({ statement: expect.stringMatching(/^select [0-9a-f]{8}$/) });
    expect(line.seconds).toBeGreaterThanOrEqual(0.1);
  });

  it('are logged when they fail, too', async () => {
    const failing = dataSource.query(
      `select 1 / (random() * 0)::integer from pg_sleep(0.1), (select 'p4ssword') t`,
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(slowLines()).toHaveLength(1);
    expect(slowLines()[0]).not.toContain('p4ssword');
  });
});
