import { backtestBody } from '../support/bodies';
import { idsOf, pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import {
  claimChunk,
  completeChunk,
  completeSearch,
  lastSearchId,
  planSearch,
  postWalkForward,
  searchRow,
  type SubmittedSearch,
  submitWalkForward,
  SWEEP,
  WALK_FORWARD,
} from '../support/searches';
import { storedWalkForward } from '../support/stored-report';
import { tokenFor } from '../support/token';

describe('walk-forward runs, as far as no worker is needed', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  describe('POST', () => {
    it('answers running with the id at once for wait=0, and queues the run', async () => {
      const answer = await postWalkForward(api);
      expect(answer.status).toBe(200);
      expect(answer.headers['preference-applied']).toBe('wait=0');
      expect(answer.body).toMatchObject({
        status: 'running',
        detail: null,
        strategy_name: 'sma_cross',
        symbol: 'SPX',
        interval: '1d',
        mode: 'rolling',
        objective: 'sharpe_ratio',
        warnings: [],
        progress: { chunks_done: 0, chunks: null },
      });
      const { id } = answer.body as SubmittedSearch;
      expect(await searchRow(api, id)).toMatchObject({
        kind: 'walk_forward',
        status: 'pending',
      });
      expect((await api.get(`${WALK_FORWARD}/${id}`)).body).toMatchObject({ id, status: 'pending' });
    });

    it.each([
      ['leaves out', {}],
      [
        'says null for, from its mode to its objective',
        { mode: null, n_splits: null, purge_bars: null, embargo_bars: null, objective: null },
      ],
      [
        'says null for, from its least trades to its grid',
        { min_trades: null, seed: null, parameters: null, execution: null, param_grid: null },
      ],
    ])('fills in what the request %s', async (_case, fields) => {
      const { id } = await submitWalkForward(api, fields);
      expect((await searchRow(api, id)).settings).toMatchObject({
        parameters: {},
        execution: {},
        mode: 'rolling',
        n_splits: 5,
        purge_bars: 0,
        embargo_bars: 0,
        objective: 'sharpe_ratio',
        min_trades: 5,
        seed: 42,
      });
    });

    it('names the fields that it does not know, and runs without them', async () => {
      const answer = await postWalkForward(api, { n_windows: 3, strategy: 'x', param_grid: { fast: [5] } });
      expect(answer.status).toBe(200);
      expect(answer.body.warnings).toEqual([
        'n_windows is not a field of this request and was ignored',
        'strategy is not a field of this request and was ignored',
      ]);
    });

    it.each([
      [{ start_date: '2020-04-18' }, /start_date must not be after end_date/],
      [{ interval: '1w' }, /interval must be one of/],
      [{ strategy_name: undefined }, /strategy_name is required/],
      [{ mode: 'sliding' }, /mode must be one of rolling, anchored/],
      [{ objective: 'luck' }, /objective must be one of sharpe_ratio/],
      [{ n_splits: 0 }, /n_splits/],
      [{ n_splits: 2.5 }, /n_splits/],
      [{ train_days: 0 }, /train_days/],
      [{ test_days: 'ten' }, /test_days/],
      [{ purge_bars: -1, embargo_bars: '3' }, /purge_bars .*embargo_bars /s],
      [{ min_trades: -1 }, /min_trades/],
      [{ seed: 2 ** 32 }, /seed/],
      [{ param_grid: [1, 2] }, /param_grid must be a JSON object/],
      [{ param_grid: { fast: 5 } }, /param_grid\.fast must be a list of numbers, or \{min, max, step\}/],
      [{ param_grid: { fast: { min: '1', max: 5, step: 1 } } }, /param_grid\.fast must be a list of numbers/],
      [{ param_grid: { fast: [5, null] } }, /param_grid\.fast must be a list of numbers/],
      [{ param_grid: { fast: [] } }, /param_grid\.fast names no value/],
      [{ execution: { slippage_bps: -1 } }, /execution\.slippage_bps/],
    ])('refuses %j at once, and stores nothing', async (fields, detail) => {
      const before = await lastSearchId(api);
      const answer = await postWalkForward(api, fields);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
      expect(await lastSearchId(api)).toBe(before);
    });
  });

  it('may be fifty of a subject that are not over; more are 429, until one is over or deleted', async () => {
    const submitAs = (sub: string, path = WALK_FORWARD) =>
      api
        .anonymous()
        .post(path)
        .set('authorization', `Bearer ${tokenFor({ sub })}`)
        .set('prefer', 'wait=0')
        .send(backtestBody({}));
    const answers = await Promise.all(
      Array.from({ length: 51 }, (_, index) => submitAs('ada', index % 2 === 0 ? WALK_FORWARD : SWEEP)),
    );
    const accepted = answers.filter(({ status }) => status === 200 || status === 202);
    expect(accepted).toHaveLength(50);
    const refused = answers.find(({ status }) => status === 429)!;
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['RATE_LIMIT_EXCEEDED', '10']);
    expect(refused.body.detail).toMatch(/has 50 searches that are not over/);
    expect((await submitAs('grace')).status).toBe(200);
    const { id } = accepted.find(({ status }) => status === 202)!.body as SubmittedSearch;
    expect((await api.delete(`${SWEEP}/${id}`)).status).toBe(204);
    expect((await submitAs('ada')).status).toBe(200);
    expect((await submitAs('ada')).status).toBe(429);
  });

  describe('GET', () => {
    it('lists newest first with the true total, and sweeps not among them', async () => {
      const before = pageOf(await api.get(WALK_FORWARD));
      const ids = [
        (await submitWalkForward(api)).id,
        (await submitWalkForward(api)).id,
        (await submitWalkForward(api)).id,
      ].reverse();
      expect((await api.post(SWEEP, backtestBody())).status).toBe(202);
      const body = pageOf(await api.get(WALK_FORWARD));
      expect(body).toMatchObject({ total: before.total + 3, page: 1, size: 20 });
      expect(idsOf(body).slice(0, 3)).toEqual(ids);
      const second = pageOf(await api.get(WALK_FORWARD).query({ page: 2, size: 2 }));
      expect(second.items[0].id).toBe(ids[2]);
      expect((await api.get(WALK_FORWARD).query({ page: 10_000 })).body).toMatchObject({ items: [] });
      expect((await api.get(WALK_FORWARD).query({ size: 0 })).status).toBe(422);
    });

    it('shows progress while it runs, and what was found when it is completed', async () => {
      const { id } = await submitWalkForward(api, { mystery: 1 });
      const chunks = [{ index: 0 }, { index: 1 }];
      await planSearch(api, id, chunks);
      const key = { searchId: id, position: 0 };
      const token = await claimChunk(api, key);
      expect(await completeChunk(api, key, token!, { scores: [1] })).toBe(true);
      expect((await api.get(`${WALK_FORWARD}/${id}`)).body).toMatchObject({
        status: 'running',
        progress: { chunks_done: 1, chunks: 2 },
      });
      await completeSearch(api, id, storedWalkForward());
      expect((await api.get(`${WALK_FORWARD}/${id}`)).body).toMatchObject({
        id,
        status: 'completed',
        windows: [
          {
            train_start: '2000-01-03T00:00:00Z',
            best_parameters: { fast: 5, ownName: 1 },
            in_sample: { trades: 9 },
          },
        ],
        summary: { windows: 1, parameter_stability: { ownName: { values: [1] } } },
        fingerprint: { candles_sha256: 'f00d', seed: 42 },
        warnings: [expect.stringContaining('mystery'), 'found'],
      });
    });
  });

  it('shows results of before benchmark and verdict were kept without them, in the list too', async () => {
    const { benchmark, verdict, ...found } = storedWalkForward();
    expect([benchmark, verdict]).not.toContain(undefined);
    const { windows, summary, ...inBoth } = found;
    const { trials } = summary;
    const sweep = { ...inBoth, rows: [], best: null, trials, significance: null };
    const { id: sweepId } = (await api.post(SWEEP, backtestBody())).body as SubmittedSearch;
    const { id } = await submitWalkForward(api);
    await planSearch(api, id, []);
    await completeSearch(api, id, found);
    await planSearch(api, sweepId, []);
    await completeSearch(api, sweepId, sweep);
    const list = await api.get(WALK_FORWARD);
    const answers = [await api.get(`${WALK_FORWARD}/${id}`), await api.get(`${SWEEP}/${sweepId}`), list];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const read of [answers[0].body, answers[1].body, pageOf(list).items[0]]) {
      expect(read).toMatchObject({ status: 'completed', warnings: ['found'] });
      expect(read).not.toHaveProperty('verdict');
      expect(read).not.toHaveProperty('benchmark');
    }
    expect(answers[0].body).toMatchObject({ windows: [{ index: windows[0].index }], summary: { trials } });
  });

  describe('DELETE', () => {
    it('removes the run with its chunks and its queue entries, once', async () => {
      const { id } = await submitWalkForward(api);
      await planSearch(api, id, [{ index: 0 }]);
      const key = { searchId: id, position: 0 };
      const token = await claimChunk(api, key);
      const answer = await api.delete(`${WALK_FORWARD}/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await api.get(`${WALK_FORWARD}/${id}`)).status).toBe(404);
      expect((await api.delete(`${WALK_FORWARD}/${id}`)).status).toBe(404);
      expect(await completeChunk(api, key, token!, {})).toBe(false);
      const { rows } = await api.database.query(
        `select from parameter_search_chunks where search_id = $1
         union all select from job_outbox where split_part(subject, ':', 1) = $1::integer::text
         union all select from job_runs where split_part(subject, ':', 1) = $1::integer::text and job like 'parameter-search%'`,
        [id],
      );
      expect(rows).toEqual([]);
    });
  });

  it('knows a walk-forward run and a sweep apart, and no absent id', async () => {
    const { id } = await submitWalkForward(api);
    const { id: sweep } = (await api.post(SWEEP, backtestBody())).body as SubmittedSearch;
    const answers = [
      await api.get(`${SWEEP}/${id}`),
      await api.delete(`${SWEEP}/${id}`),
      await api.get(`${WALK_FORWARD}/${sweep}`),
      await api.delete(`${WALK_FORWARD}/${sweep}`),
      await api.get(`${WALK_FORWARD}/999999`),
      await api.get(`${WALK_FORWARD}/99999999999999999999`),
      await api.delete(`${WALK_FORWARD}/999999`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await api.get(`${WALK_FORWARD}/first`)).status).toBe(422);
    expect((await api.get(`${WALK_FORWARD}/${id}`)).status).toBe(200);
  });
});
