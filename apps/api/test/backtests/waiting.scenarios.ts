import { once } from 'node:events';
import { Shutdown } from '#platform/shutdown/shutdown';
import { BACKTESTS, completeBacktest } from '../support/backtests';
import { backtestBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { failSearch, lastSearchId, nextSearchId, SWEEP } from '../support/searches';
import { until } from '../support/until';

/** RFC 7240, 4.3. */
describe('a request that waits for its backtest or sweep', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const post = (path: string, prefer: string, of = api) =>
    of.post(path, backtestBody()).set('prefer', prefer);
  const lastBacktestId = async () => {
    const { rows } = await api.database.query<{ id: number }>(
      'select coalesce(max(id), 0) as id from backtests',
    );
    return rows[0].id;
  };

  it('is 200 with the record as soon as the backtest is over', async () => {
    const previous = await lastBacktestId();
    const [answer] = await Promise.all([
      post(BACKTESTS, 'wait=60'),
      until('the backtest is there', async () => (await lastBacktestId()) > previous).then(async () =>
        completeBacktest(api, await lastBacktestId()),
      ),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.headers['preference-applied']).toBe('wait=60');
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(answer.body).toMatchObject({ status: 'completed', total_return: 0.97 });
    expect((await api.get(`${BACKTESTS}/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('is 200 with the result as soon as the sweep is over, also when it failed', async () => {
    const previous = await lastSearchId(api);
    const [answer] = await Promise.all([
      post(SWEEP, 'wait=60'),
      nextSearchId(api, previous).then((id) => failSearch(api, id, 'too little data')),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'failed', detail: 'too little data' });
  });

  it.each([BACKTESTS, SWEEP])('is 202 when the time is up, or none was requested: %s', async (path) => {
    for (const [prefer, applied] of [
      ['wait=1', 'wait=1'],
      ['wait=0', 'wait=0'],
      ['respond-async', undefined],
    ] as const) {
      const answer = await post(path, prefer);
      expect([prefer, answer.status, answer.body.status]).toEqual([prefer, 202, 'pending']);
      expect(answer.headers['preference-applied']).toBe(applied);
      expect(answer.headers.location).toBe(`${path}/${answer.body.id}`);
      expect(answer.headers['retry-after']).toBe('1');
    }
  });

  it('is answered as submitted when the record is deleted meanwhile', async () => {
    const previous = await lastBacktestId();
    const waiting = post(BACKTESTS, 'wait=60').then((answer) => answer);
    await until('the backtest is there', async () => (await lastBacktestId()) > previous);
    const id = await lastBacktestId();
    expect((await api.delete(`${BACKTESTS}/${id}`)).status).toBe(204);
    const { status, body } = await waiting;
    expect([status, body]).toMatchObject([202, { id, status: 'pending' }]);
  });

  it('is answered at once when the process stops', async () => {
    const stopping = await startApi();
    try {
      const waiting = [post(BACKTESTS, 'wait=60', stopping).then(), post(SWEEP, 'wait=60', stopping).then()];
      await once(stopping.application.getHttpServer(), 'request');
      stopping.application.get(Shutdown).begin();
      // Long before the minute that was requested, or this test takes too long.
      for (const { status, body } of await Promise.all(waiting)) {
        expect([status, body.status]).toEqual([202, 'pending']);
      }
    } finally {
      await stopping.stop();
    }
  });
});
