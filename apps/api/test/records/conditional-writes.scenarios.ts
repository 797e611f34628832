import { BACKTESTS, submitBacktest } from '../support/backtests';
import { backtestBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { until } from '../support/until';

const IDEAS = '/api/v1/strategy-ideas';
const JOURNAL = '/api/v1/trade-journal';
const WRONG_TAG = '"wrong"';

/** RFC 9110, 13.1.1 and 13.2. */
describe('conditional writes', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const tagOf = async (path: string): Promise<string> => (await api.get(path)).headers.etag;
  const patch = (path: string, changes: object, ifMatch: string) =>
    api.patch(path, changes).set('if-match', ifMatch);
  const remove = (path: string, ifMatch: string) => api.delete(path).set('if-match', ifMatch);
  const create = async (route: string, body: object) => {
    const answer = await api.post(route, body);
    expect(answer.status).toBe(201);
    return `${route}/${answer.body.id}`;
  };
  const newIdea = () => create(IDEAS, { name: 'n', description: 'd' });
  const newEntry = () => create(JOURNAL, { symbol: 'X', side: 'buy', entry_price: '1.50' });
  const newBacktest = async () => `${BACKTESTS}/${(await submitBacktest(api)).id}`;
  const newEvidence = async () => {
    const { id } = await submitBacktest(api);
    return create(`${await newIdea()}/evidence`, { kind: 'backtest', run_id: id });
  };
  const newSweep = async () => {
    const answer = await api.post(`${BACKTESTS}/sweep`, backtestBody());
    expect(answer.status).toBe(202);
    return `${BACKTESTS}/sweep/${answer.body.id}`;
  };
  const newWalkForward = async () => {
    const answer = await api.post(`${BACKTESTS}/walk-forward`, backtestBody()).set('prefer', 'wait=0');
    expect(answer.status).toBe(200);
    return `${BACKTESTS}/walk-forward/${answer.body.id}`;
  };

  it.each([
    ['an idea', newIdea, { name: 'renamed' }],
    ['a journal entry', newEntry, { notes: 'changed' }],
    ['a backtest', newBacktest, { strategy_name: 'renamed' }],
  ])('change %s where the tag is the one that GET serves, else not', async (_, make, changes) => {
    const path = await make();
    const before = await api.get(path);
    for (const wrong of [WRONG_TAG, `W/${before.headers.etag}`, before.headers.etag.slice(1, -1)]) {
      const refused = await patch(path, changes, wrong);
      expect([wrong, refused.status]).toEqual([wrong, 412]);
      expect(refused.body.detail).toContain('If-Match');
    }
    expect((await api.get(path)).body).toEqual(before.body);
    const changed = await patch(path, changes, before.headers.etag);
    expect([changed.status, changed.body]).toEqual([200, { ...before.body, ...changes }]);
    // That tag is an earlier state's now.
    expect((await patch(path, changes, before.headers.etag)).status).toBe(412);
    expect((await patch(path, {}, `${WRONG_TAG}, ${await tagOf(path)}`)).status).toBe(200);
    expect((await patch(path, {}, '*')).status).toBe(200);
  });

  it.each([
    ['an idea', newIdea],
    ['a journal entry', newEntry],
    ['a backtest', newBacktest],
    ['a sweep', newSweep],
    ['a walk-forward run', newWalkForward],
    ['a piece of evidence', newEvidence],
  ])('delete %s where the tag is the one that GET serves, else not', async (_, make) => {
    const path = await make();
    const tag = await tagOf(path);
    for (const wrong of [WRONG_TAG, `W/${tag}`]) expect((await remove(path, wrong)).status).toBe(412);
    expect((await api.get(path)).status).toBe(200);
    expect((await remove(path, tag)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
    const another = await make();
    expect((await remove(another, '*')).status).toBe(204);
  });

  it('are 404 where there is no record, whatever the tag', async () => {
    for (const route of [IDEAS, JOURNAL, BACKTESTS]) {
      for (const condition of ['*', WRONG_TAG]) {
        expect((await patch(`${route}/999999`, {}, condition)).status).toBe(404);
        expect((await remove(`${route}/${'9'.repeat(12)}`, condition)).status).toBe(404);
      }
    }
  });

  it('let one of many with the same tag through', async () => {
    const path = await newIdea();
    const tag = await tagOf(path);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => patch(path, { name: `n${index}` }, tag)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(11).fill(412)]);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect((await api.get(path)).body).toEqual(body);
  });

  it('wait for a change that holds the lock, and see it', async () => {
    const path = await newIdea();
    const tag = await tagOf(path);
    const client = await api.database.connect();
    await client.query('begin');
    await client.query(`update strategy_ideas set name = 'meanwhile' where id = $1`, [
      path.split('/').at(-1),
    ]);
    const removal = remove(path, tag).then((answer) => answer);
    const isWaiting = async () => {
      const { rows } = await api.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await until('the removal waits for the change', isWaiting);
    await client.query('commit');
    client.release();
    expect((await removal).status).toBe(412);
    expect((await api.get(path)).body.name).toBe('meanwhile');
  });

  it('are 412 for any tag of what no GET answers alone', async () => {
    for (const path of ['/api/v1/market-data/quarantine/1', '/api/v1/equities/symbols/AAPL']) {
      expect((await remove(path, WRONG_TAG)).status).toBe(412);
      expect((await remove(path, '*')).status).toBe(404);
    }
    const series = '/api/v1/market-data/series';
    const change = { exchange: 'none', symbol: 'NONE', calendar: '24x7' };
    expect((await patch(series, change, WRONG_TAG)).status).toBe(412);
    expect((await patch(series, change, '*')).status).toBe(404);
  });
});
