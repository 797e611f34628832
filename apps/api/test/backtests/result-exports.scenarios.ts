import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { openAnswer } from '../support/open-exports';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';
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

  it('are, of many trades, read as the client takes them, and break off where the run is deleted meanwhile', async () => {
    await api.database.query('delete from backtest_trades');
    await api.database.query(
      `insert into backtest_trades (backtest_id, position, entry_time, exit_time, side, quantity, entry_price, exit_price, fees, funding,
         pnl, return, exit_reason)
       select id, n, created_at, created_at, 'long', '0.123456789012', '12345.678901234', '12345.678901234', '0.123456789012', '0',
         '-0.123456789012', 0.123456789012, 'end_of_data' from backtests, generate_series(0, 99999) n`,
    );
    const old = await sendRaw(
      api.url,
      `GET ${path}/trades HTTP/1.0\r\nAuthorization: Bearer ${tokenFor()}\r\nAccept: text/csv\r\n\r\n`,
    );
    expect(old).toMatchObject({ status: 426, headers: { upgrade: 'HTTP/1.1' } });
    const answer = await openAnswer(`${api.url}${path}/trades`, { accept: 'text/csv' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'transfer-encoding': 'chunked',
    });
    await api.delete(path);
    await expect(text(answer)).rejects.toThrow(/aborted/);
  });
});
