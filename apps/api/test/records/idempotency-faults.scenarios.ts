import { DataSource } from 'typeorm';
import { IdempotencyKeys } from '#domain/idempotency/idempotency-keys';
import { BACKTESTS } from '../support/backtests';
import { backtestBody } from '../support/bodies';
import { countRows, idOf, newKey, sendKeyed, untilOneWaits } from '../support/keyed-requests';
import { startReplica } from '../support/replica';
import { type RunningApi, startApi } from '../support/running-api';
import { until } from '../support/until';

const IDEAS = '/api/v1/strategy-ideas';
const IDEA = { name: 'n', description: 'd' };

describe('requests with an Idempotency-Key that come at once or break off', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const send = (path: string, body: object, key: string, url = api.url) =>
    sendKeyed(url, path, body, { key });
  const count = (table: string) => countRows(api, table);

  it('are 409 while the first one is in flight, on any replica, whatever the body', async () => {
    const key = newKey();
    const replica = await startReplica();
    const client = await api.database.connect();
    await client.query('begin');
    await client.query('lock table strategy_ideas in exclusive mode');
    const first = send(IDEAS, IDEA, key);
    await untilOneWaits(api);
    for (const url of [api.url, replica.url]) {
      const meanwhile = await send(IDEAS, IDEA, key, url);
      expect([meanwhile.status, meanwhile.retryAfter]).toEqual([409, '1']);
      expect(JSON.parse(meanwhile.text)).toMatchObject({
        detail: expect.stringMatching(/being processed/) as string,
      });
    }
    await client.query('commit');
    client.release();
    const { status } = await first;
    expect(status).toBe(201);
    expect((await send(IDEAS, IDEA, key, replica.url)).replayed).toBe('true');
    await replica.application.close();
  });

  it('have one effect when many are sent at once to two replicas', async () => {
    const replica = await startReplica();
    const key = newKey();
    const before = await count('backtests');
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        send(BACKTESTS, backtestBody(), key, index % 2 === 0 ? api.url : replica.url),
      ),
    );
    await replica.application.close();
    expect(await count('backtests')).toBe(before + 1);
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
    expect(accepted.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 202).every(({ status }) => status === 409)).toBe(true);
    const { rows } = await api.database.query(
      `select from job_runs where job = 'backtest' and subject = $1`,
      [String(idOf(accepted[0]))],
    );
    expect(rows).toHaveLength(1);
  });

  it('leave neither effect nor key when they break off between the two', async () => {
    const key = newKey();
    const before = [await count('backtests'), await count('job_runs')];
    const client = await api.database.connect();
    await client.query('begin');
    // The key is written after the effect; reading goes on.
    await client.query('lock table idempotency_keys in share mode');
    const broken = send(BACKTESTS, backtestBody(), key);
    const pid = await untilOneWaits(api);
    const { rows } = await api.database.query<{ query: string }>(
      'select query from pg_stat_activity where pid = $1',
      [pid],
    );
    expect(rows[0].query).toMatch(/^insert into idempotency_keys/);
    await api.database.query('select pg_terminate_backend($1, 10000)', [pid]);
    expect((await broken).status).toBe(503);
    await client.query('commit');
    client.release();
    expect([await count('backtests'), await count('job_runs')]).toEqual(before);
    const again = await send(BACKTESTS, backtestBody(), key);
    expect([again.status, again.replayed]).toEqual([202, null]);
    expect(await count('backtests')).toBe(before[0] + 1);
  });

  it('give the key back when their process falls silent before the commit', async () => {
    const key = newKey();
    const before = await count('backtests');
    const keys = api.application.get(IdempotencyKeys, { strict: false });
    const keep = keys.keep.bind(keys);
    const silence = jest.spyOn(keys, 'keep').mockImplementationOnce(async (manager, ...kept) => {
      const [{ pid, limit }] = await manager.query<[{ pid: number; limit: string }]>(
        `select pg_backend_pid() as pid, current_setting('idle_in_transaction_session_timeout') as limit`,
      );
      expect(limit).toBe('30s');
      await manager.query(`set local idle_in_transaction_session_timeout = '20ms'`);
      await until('the database has closed the connection', async () => {
        const { rows } = await api.database.query('select from pg_stat_activity where pid = $1', [pid]);
        return rows.length === 0;
      });
      await keep(manager, ...kept);
    });
    expect((await send(BACKTESTS, backtestBody(), key)).status).toBe(503);
    silence.mockRestore();
    expect(await count('backtests')).toBe(before);
    const again = await send(BACKTESTS, backtestBody(), key);
    expect([again.status, again.replayed]).toEqual([202, null]);
  });

  it('have their answer when the process exited after the commit, before it answered', async () => {
    const key = newKey();
    const before = await count('backtests');
    const dataSource = api.application.get(DataSource);
    const transaction = dataSource.transaction.bind(dataSource) as (work: unknown) => Promise<unknown>;
    const ending = jest.spyOn(dataSource, 'transaction').mockImplementationOnce(async (work: unknown) => {
      await transaction(work);
      throw new Error('The process exited here');
    });
    expect((await send(BACKTESTS, backtestBody(), key)).status).toBe(500);
    ending.mockRestore();
    expect(await count('backtests')).toBe(before + 1);
    const again = await send(BACKTESTS, backtestBody(), key);
    expect([again.status, again.replayed]).toEqual([202, 'true']);
    expect(await count('backtests')).toBe(before + 1);
    expect((await api.get(again.location!)).status).toBe(200);
  });
});
