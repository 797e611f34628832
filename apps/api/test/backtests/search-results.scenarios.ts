import { type RunningApi, startApi } from '../support/running-api';
import { completeSearch, planSearch, submitWalkForward, SWEEP, WALK_FORWARD } from '../support/searches';
import { backtestBody } from '../support/bodies';
import { storedSweep, storedWalkForward } from '../support/stored-report';

describe('the results of searches', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('of a walk-forward run are empty until it is completed, and in runs of earlier versions', async () => {
    const { id } = await submitWalkForward(api);
    const path = `${WALK_FORWARD}/${id}`;
    expect((await api.get(`${path}/equity`)).body).toEqual({ id, total: 0, points: [] });
    expect((await api.get(`${path}/trades`)).body).toEqual({ items: [], total: 0, page: 1, size: 20 });
    const nothing = { id, returns: null, trades: null };
    expect((await api.get(`${path}/distribution`)).body).toEqual(nothing);
    expect((await api.get(`${path}/report`)).body).toMatchObject({
      id,
      status: 'pending',
      metrics: null,
      windows: [],
    });
    await planSearch(api, id, []);
    // As a worker of the version before stored it.
    await completeSearch(api, id, storedWalkForward());
    expect((await api.get(`${path}/report`)).body).toMatchObject({
      status: 'completed',
      metrics: null,
      relative: null,
      bars: null,
      verdict: { level: 'likely_luck' },
      windows: [{ index: 0, test_start: '2001-01-04T00:00:00Z' }],
    });
    expect((await api.get(`${path}/distribution`)).body).toEqual(nothing);
    const equity = await api.get(`${path}/equity?with=benchmark&rolling=63`).set('accept', 'text/csv');
    const trades = await api.get(`${path}/trades`).set('accept', 'text/csv');
    expect([equity.text, trades.text]).toEqual([
      'time,equity,drawdown,window,benchmark,rolling_alpha,rolling_beta,rolling_r_squared,rolling_information_ratio,' +
        'rolling_active_return,rolling_sharpe_ratio,rolling_volatility\r\n',
      'entry_time,exit_time,side,quantity,entry_price,exit_price,fees,funding,pnl,return,exit_reason,mae,mfe,number,duration_seconds,window\r\n',
    ]);
  });

  it('come with what was requested, and lists without it', async () => {
    const grid = { fast: [5, 10], slow: { min: 30, max: 90, step: 30 } };
    const requested = { param_grid: grid, execution: { slippage_bps: 7 }, n_trials: 3, seed: 9 };
    const { body } = await api.post(SWEEP, { ...backtestBody(), ...requested });
    const { start_date, end_date, parameters } = backtestBody();
    expect((await api.get(`${SWEEP}/${body.id}`)).body.request).toEqual({
      ...requested,
      start_date,
      end_date,
      parameters: parameters ?? {},
      min_trades: 5,
      benchmark: null,
      datasets: [],
      portfolio: null,
    });
    const { request } = (await submitWalkForward(api)) as unknown as { request: object };
    expect(request).toMatchObject({ param_grid: null, n_trials: null, seed: 42, min_trades: 5 });
    expect((await api.get(`${SWEEP}?size=1`)).body.items[0]).not.toHaveProperty('request');
  });

  it('are 404 of a sweep’s id and of none', async () => {
    const { body } = await api.post(SWEEP, backtestBody());
    for (const part of ['equity', 'trades', 'report', 'distribution']) {
      expect((await api.get(`${WALK_FORWARD}/${body.id}/${part}`)).status).toBe(404);
    }
    expect((await api.get(`${SWEEP}/999999/matrix?x=fast&y=slow`)).status).toBe(404);
  });

  describe('the matrix of a sweep', () => {
    let path: string;
    beforeAll(async () => {
      const { id } = (await api.post(SWEEP, backtestBody())).body as { id: number };
      await planSearch(api, id, []);
      const [row] = storedSweep().rows;
      const rows = [
        [10, 30, 1, 0.5],
        [10, 50, 1, null],
        [5, 30, 1, 0.1],
        [5, 50, 1, 0.2],
        [5, 50, 2, 0.7],
      ].map(([fast, slow, stop, sharpeRatio]) => ({
        ...row,
        sharpeRatio,
        trades: Number(fast) + Number(slow),
        parameters: { fast: fast!, slow: slow!, stop: stop! },
      }));
      await completeSearch(api, id, { ...storedSweep(), rows });
      path = `${SWEEP}/${id}/matrix`;
    });

    it('has a measure over the values of two parameters, the best of what else there is', async () => {
      const { status, body } = await api.get(`${path}?x=fast&y=slow&measure=sharpe_ratio`);
      expect(status).toBe(200);
      // pandas 3.1.1: df.pivot_table(index='slow', columns='fast', values='sharpe_ratio', aggfunc='max', dropna=False)
      expect(body).toMatchObject({
        x: { parameter: 'fast', values: [5, 10] },
        y: { parameter: 'slow', values: [30, 50] },
        measure: 'sharpe_ratio',
        cells: [
          [0.1, 0.5],
          [0.7, null],
        ],
        combinations: [
          [1, 1],
          [2, 1],
        ],
      });
    });

    it('takes the mean or the smallest on request', async () => {
      const mean = await api.get(`${path}?x=fast&y=slow&measure=sharpe_ratio&of_others=mean`);
      expect(mean.body.cells[1][0]).toBeCloseTo(0.45, 12);
      const smallest = await api.get(`${path}?x=slow&y=fast&measure=sharpe_ratio&of_others=minimum`);
      expect(smallest.body.cells).toEqual([
        [0.1, 0.2],
        [0.5, null],
      ]);
    });

    it('refuses what is no parameter of it', async () => {
      const refused = await api.get(`${path}?x=fast&y=fast`);
      expect([refused.status, refused.body.detail]).toEqual([
        422,
        expect.stringMatching(/y must be another parameter than x/),
      ]);
      const unknown = await api.get(`${path}?x=fast&y=period`);
      expect([unknown.status, unknown.body.detail]).toEqual([
        422,
        expect.stringMatching(/y must be one of fast, slow, stop/),
      ]);
    });

    it('is not there before the sweep is completed', async () => {
      const { id } = (await api.post(SWEEP, backtestBody())).body as { id: number };
      const early = await api.get(`${SWEEP}/${id}/matrix?x=fast&y=slow`);
      expect([early.status, early.body.detail]).toEqual([
        409,
        `Sweep ${id} is pending: only a completed one has a matrix`,
      ]);
    });
  });
});
