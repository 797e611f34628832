import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { type RunningApi, startApi } from '../support/running-api';
import { submitWalkForward, WALK_FORWARD } from '../support/searches';

const RUNS = `${BACKTESTS}/runs`;

describe('the labels of runs', () => {
  let api: RunningApi;
  let backtest: number;
  let walkForward: number;
  beforeAll(async () => {
    api = await startApi();
    backtest = (await submitBacktest(api)).id;
    await completeBacktest(api, backtest);
    walkForward = (await submitWalkForward(api)).id;
  });
  afterAll(() => api.stop());

  const listed = async (query: Record<string, string>) =>
    ((await api.get(RUNS).query(query)).body.items as { kind: string; id: number }[]).map(
      ({ kind, id }) => `${kind}:${id}`,
    );

  const labelsOf = (kind: string, id: number) => `${RUNS}/${kind}/${id}/labels`;

  it('are changed one by one, cleared by null, and narrow the list', async () => {
    const path = labelsOf('walk-forward', walkForward);
    const changed = await api.patch(path, {
      name: 'Base Line',
      note: 'a\nb',
      tags: ['trend', 'spx', 'trend'],
    });
    expect(changed.body).toEqual({ name: 'Base Line', note: 'a\nb', tags: ['spx', 'trend'] });
    await api.patch(path, { note: null });
    expect((await api.get(path)).body).toEqual({ name: 'Base Line', note: null, tags: ['spx', 'trend'] });
    expect(await listed({ tag: 'spx' })).toEqual([`walk-forward:${walkForward}`]);
    expect(await listed({ name: 'line' })).toEqual([`walk-forward:${walkForward}`]);
    expect(await listed({ tag: 'sp' })).toEqual([]);
    expect((await api.get(`${WALK_FORWARD}/${walkForward}`)).body.status).toBe('pending');
  });

  it('are changed under If-Match', async () => {
    const path = labelsOf('backtest', backtest);
    const { etag } = (await api.get(path)).headers;
    expect((await api.patch(path, { name: 'one' }).set('if-match', etag)).status).toBe(200);
    const late = await api.patch(path, { name: 'two' }).set('if-match', etag);
    expect(late.status).toBe(412);
    expect((await api.get(path)).body.name).toBe('one');
  });

  it('are refused for no run, no kind and no text', async () => {
    const answers = await Promise.all([
      api.patch(labelsOf('sweep', walkForward), { name: 'x' }),
      api.get(labelsOf('sweep', 9_999_999_999)),
      api.patch(labelsOf('walk_forward', walkForward), {}),
      api.patch(labelsOf('backtest', backtest), { tags: ['a'.repeat(65)] }),
      api.patch(labelsOf('backtest', backtest), { tags: null }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 422, 422, 422]);
    expect(answers[0].body).toMatchObject({
      code: 'BACKTEST_NOT_FOUND',
      detail: `No sweep with the id ${walkForward}`,
    });
    expect(answers[3].body.detail).toMatch(/tags must be a list of up to 32 texts of 1 to 64/);
  });
});
