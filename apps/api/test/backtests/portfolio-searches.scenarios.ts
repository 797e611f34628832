import { pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import { inShort } from '../support/in-short';
import { completeSearch, planSearch, SWEEP, WALK_FORWARD } from '../support/searches';
import { storedSweep, storedWalkForward } from '../support/stored-report';

const PORTFOLIOS = '/api/v1/backtesting/portfolio';
const UNIVERSE = ['AAPL', 'MSFT', 'IBM'].map((symbol) => ({ exchange: 'us', symbol }));
const REQUEST = {
  universe: UNIVERSE,
  interval: '1d',
  start_date: '2010-01-04',
  end_date: '2019-12-31',
  weights: { method: 'inverse_volatility', lookback: 60 },
};

describe('searches over portfolios', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('answer 202 with a sweep that is read where all sweeps are', async () => {
    const answer = await api.post(`${PORTFOLIOS}/sweep`, {
      ...REQUEST,
      benchmark: { exchange: 'us', symbol: 'SPX' },
      param_grid: { 'weights.lookback': [20, 60], 'rebalance.every': ['monthly'] },
    });
    const { id } = answer.body as { id: number };
    expect([answer.status, answer.headers.location]).toEqual([202, `${SWEEP}/${id}`]);
    expect(answer.body).toMatchObject({
      status: 'pending',
      allocation: 'weights',
      universe: null,
      strategy_name: 'inverse_volatility',
      symbol: 'AAPL, MSFT, IBM',
      exchange: 'us',
      objective: 'sharpe_ratio',
      request: {
        parameters: {},
        portfolio: {
          members: UNIVERSE.map((member) => ({ ...member, from: null, to: null })),
          weights: REQUEST.weights,
          ranking: null,
          rules: null,
          rebalance: null,
          delisting_return: null,
        },
        benchmark: { exchange: 'us', symbol: 'SPX' },
        param_grid: { 'weights.lookback': [20, 60], 'rebalance.every': ['monthly'] },
        min_trades: 5,
      },
    });
    expect((await api.get(`${SWEEP}/${id}`)).body).toEqual(answer.body);
    const [item] = pageOf(await api.get(`${SWEEP}?size=1`)).items as object[];
    expect(answer.body).toMatchObject(item);
    expect(Object.keys(item)).toEqual(expect.arrayContaining(['allocation', 'universe']));
    expect(Object.keys(item)).not.toContain('request');
    const runs = pageOf(await api.get('/api/v1/backtesting/runs?kind=sweep&allocation=weights&size=1')).items;
    expect(runs).toMatchObject([
      { kind: 'sweep', id, allocation: 'weights', strategy_name: 'inverse_volatility' },
    ]);
    expect((await api.delete(`${SWEEP}/${id}`)).status).toBe(204);
  });

  it('copy the members of a stored universe into a walk-forward run', async () => {
    await api.put('/api/v1/universes/searched', { members: UNIVERSE });
    const answer = await api.post(`${PORTFOLIOS}/walk-forward`, {
      ...REQUEST,
      universe: 'searched',
      weights: undefined,
      rules: { strategy_name: 'sma_cross', max_open_positions: 2 },
      n_splits: 4,
    });
    const { id } = answer.body as { id: number };
    expect([answer.status, answer.headers.location]).toEqual([202, `${WALK_FORWARD}/${id}`]);
    expect(answer.body).toMatchObject({
      allocation: 'rules',
      universe: 'searched',
      strategy_name: 'sma_cross',
      symbol: 'searched',
      mode: 'rolling',
    });
    const { rows } = await api.database.query<{ settings: { n_splits: number }; members: object[] }>(
      'select settings, members from parameter_searches where id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ settings: { n_splits: 4, purge_bars: 0 }, members: UNIVERSE }]);
  });

  it('show words in place of the index that they are stored as, and are found by them', async () => {
    const grid = { 'weights.method': ['equal', 'inverse_volatility'], 'weights.lookback': [20, 60] };
    const { id } = (await api.post(`${PORTFOLIOS}/sweep`, { ...REQUEST, param_grid: grid })).body as {
      id: number;
    };
    const [row] = storedSweep().rows;
    const rows = [0, 1].flatMap((method) =>
      [20, 60].map((lookback) => ({
        ...row,
        parameters: { 'weights.method': method, 'weights.lookback': lookback },
      })),
    );
    await planSearch(api, id, []);
    await completeSearch(api, id, { ...storedSweep(), rows, best: 3 });
    const best = { 'weights.method': 'inverse_volatility', 'weights.lookback': 60 };
    const { body: sweep } = await api.get(`${SWEEP}/${id}`);
    expect([sweep.best.parameters, sweep.combinations[0].parameters]).toEqual([
      best,
      { 'weights.method': 'equal', 'weights.lookback': 20 },
    ]);
    const { body: matrix } = await api.get(`${SWEEP}/${id}/matrix?x=weights.method&y=weights.lookback`);
    expect([matrix.x.values, matrix.y.values]).toEqual([
      ['equal', 'inverse_volatility'],
      [20, 60],
    ]);
    const runs = '/api/v1/backtesting/runs?kind=sweep&parameters=weights.method:';
    expect(pageOf(await api.get(`${runs}inverse_volatility,weights.lookback:60`)).items).toMatchObject([
      { id, parameters: best },
    ]);
    expect(pageOf(await api.get(`${runs}equal`)).items).toEqual([]);
    const csv = await api.get(`${runs}inverse_volatility`).set('accept', 'text/csv');
    expect(csv.text).toContain('"weights.method:inverse_volatility,weights.lookback:60"');
    expect((await api.get(`${runs}moon`)).status).toBe(422);
  });

  it('show the words that a walk-forward run chose, whose variation is no number', async () => {
    const grid = { 'weights.method': ['equal', 'risk_parity'] };
    const { id } = (await api.post(`${PORTFOLIOS}/walk-forward`, { ...REQUEST, param_grid: grid })).body as {
      id: number;
    };
    const stored = storedWalkForward();
    await planSearch(api, id, []);
    await completeSearch(api, id, {
      ...stored,
      windows: stored.windows.map((window) => ({ ...window, bestParameters: { 'weights.method': 2 } })),
      summary: {
        ...stored.summary,
        parameterStability: { 'weights.method': { values: [2], coefficientOfVariation: 0 } },
      },
    });
    expect((await api.get(`${WALK_FORWARD}/${id}`)).body).toMatchObject({
      windows: [{ best_parameters: { 'weights.method': 'risk_parity' } }],
      summary: {
        parameter_stability: {
          'weights.method': { values: ['risk_parity'], coefficient_of_variation: null },
        },
      },
    });
  });

  it('take a repeated request with the same key for one', async () => {
    const post = () => api.post(`${PORTFOLIOS}/sweep`, REQUEST).set('idempotency-key', 'portfolio-sweep');
    const [first, second] = [await post(), await post()];
    expect([second.status, second.body]).toEqual([202, first.body]);
  });

  it.each(
    inShort([
      [
        { param_grid: { 'weights.half': [1] } },
        /param_grid\.weights\.half is no parameter of the portfolio: it has weights\.method, weights\.lookback, /,
      ],
      [{ param_grid: { 'ranking.top': [1] } }, /param_grid\.ranking\.top is no parameter of the portfolio/],
      [
        { rebalance: { bars: 5 }, param_grid: { 'rebalance.drift': [0.1] } },
        /param_grid\.rebalance\.drift is no parameter of the portfolio/,
      ],
      [
        { param_grid: { 'weights.lookback': [1] } },
        /param_grid\.weights\.lookback must hold an integer from 2 to 2000 \(default 60\), got 1/,
      ],
      [
        { param_grid: { 'weights.method': ['moon'] } },
        /param_grid\.weights\.method must hold one of equal, inverse_volatility, .*, got "moon"/,
      ],
      [{ param_grid: { 'weights.lookback': [] } }, /param_grid\.weights\.lookback names no value/],
      [
        {
          param_grid: {
            'weights.lookback': { min: 2, max: 2_000, step: 1 },
            'weights.cash': { min: 0, max: 0.5, step: 0.1 },
          },
        },
        /param_grid has 11994 combinations, at most 10000 are tried: give fewer values, or n_trials/,
      ],
      [{ weights: { method: 'equal', lookback: 1 } }, /weights\.lookback must be a whole number from 2/],
      [{ n_split: 3 }, /n_split is not a field of this body/],
      [{ universe: 'none' }, /there is no universe none/],
      [{ min_trades: -1 }, /min_trades must be/],
    ]),
  )('refuse %s with its field', async (_, fields, message) => {
    const answer = await api.post(`${PORTFOLIOS}/walk-forward`, { ...REQUEST, ...fields });
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(message)]);
  });
});
