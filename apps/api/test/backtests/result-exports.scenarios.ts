import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { openAnswer } from '../support/open-exports';
import { type RunningApi, startApi } from '../support/running-api';
import { until } from '../support/until';

/** A curve of more text than the buffers between a server and a client that does not read can hold. */
const MANY = 500_000;

describe('large results of a backtest', () => {
  let api: RunningApi;
  let path: string;
  beforeAll(async () => {
    api = await startApi();
    const { id } = await submitBacktest(api);
    await completeBacktest(api, id);
    path = `${BACKTESTS}/${id}`;
    const curve = Float64Array.from({ length: MANY }, (_, bar) => 60_000 * bar);
    await api.database.query(
      'update backtest_equity set open_times = $1, equity = $1 where backtest_id = $2',
      [Buffer.from(curve.buffer), id],
    );
  });
  afterAll(() => api.stop());

  const open = (accept: string, sub?: string): Promise<IncomingMessage> =>
    openAnswer(`${api.url}${path}/equity`, { accept, ...(sub !== undefined && { sub }) });

  it('count as exports, of which a subject has two at a time, until they are sent or dropped', async () => {
    const one = await open('application/json');
    const other = await open('text/csv');
    expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
    const refused = [
      await api.get(`${path}/equity`),
      await api.get(`${path}/equity?points=10001`),
      await api.get(`${path}/equity?points=10`).set('accept', 'text/csv'),
      await api.get(`${path}/trades`).set('accept', 'text/csv'),
    ];
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(body.detail).toMatch(/2 exports of this token's subject are under way/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    // What is small goes on, and so do others.
    expect((await api.get(`${path}/equity?points=10000`)).body.points.length).toBeLessThanOrEqual(10_000);
    expect((await api.get(`${path}/trades`)).status).toBe(200);
    const another = await open('text/csv', 'another');
    expect(another.statusCode).toBe(200);
    another.destroy();

    other.destroy();
    const isFree = async () => (await api.get(`${path}/trades`).set('accept', 'text/csv')).status === 200;
    await until('the dropped one is over', isFree);
    const whole = JSON.parse(await text(one)) as { total: number; points: unknown[] };
    expect([whole.total, whole.points.length]).toEqual([MANY, MANY]);
  });
});
