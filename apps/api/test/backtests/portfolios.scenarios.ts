import { pageOf } from '../support/pages';
import { MOMENTUM, PORTFOLIO_REQUEST, PORTFOLIOS, SMA_CROSS_RULES } from '../support/portfolio-requests';
import { type RunningApi, startApi } from '../support/running-api';

describe('portfolio runs', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function submit(fields: object = {}) {
    const answer = await api.post(PORTFOLIOS, { ...PORTFOLIO_REQUEST, ...fields });
    expect([answer.status, answer.body.detail]).toEqual([202, undefined]);
    return answer.body as Record<string, unknown> & { id: number };
  }
  const storeSeries = (exchange: string, symbol: string) =>
    api.database.query(
      `insert into series (exchange, symbol, interval, calendar) values ($1, $2, '1d', '24x7') on conflict do nothing`,
      [exchange, symbol],
    );

  it('answer 202 with exactly the fields of a record, pending, and where it is', async () => {
    const answer = await api.post(PORTFOLIOS, PORTFOLIO_REQUEST);
    const { id } = answer.body as { id: number };
    expect([answer.status, answer.headers.location, answer.headers['retry-after']]).toEqual([
      202,
      `${PORTFOLIOS}/${id}`,
      '1',
    ]);
    expect(answer.body).toEqual({
      id,
      allocation: 'weights',
      strategy_name: 'inverse_volatility',
      universe: null,
      member_count: 2,
      interval: '1d',
      start_date: '2010-01-04',
      end_date: '2019-12-31',
      status: 'pending',
      sharpe_ratio: null,
      max_drawdown: null,
      total_return: null,
      created_at: expect.stringMatching(/Z$/) as string,
    });
    expect((await api.get(`${PORTFOLIOS}/${id}`)).body).toEqual(answer.body);
    expect(pageOf(await api.get(`${PORTFOLIOS}?size=1`)).items).toEqual([answer.body]);
    const { rows } = await api.database.query(
      `select job, status from job_runs where job = 'portfolio' and subject = $1`,
      [String(id)],
    );
    expect(rows).toEqual([{ job: 'portfolio', status: 'pending' }]);
  });

  it.each<[string, object, object]>([
    ['a ranking', { weights: null, ranking: MOMENTUM }, { allocation: 'ranking', strategy_name: 'momentum' }],
    [
      'a ranking by a feature',
      {
        weights: undefined,
        ranking: { by: { feature: 'rsi_14' }, bottom: 1 },
        execution: { allow_short: true },
      },
      { allocation: 'ranking', strategy_name: 'rsi_14' },
    ],
    [
      'rules',
      { weights: undefined, rules: SMA_CROSS_RULES },
      { allocation: 'rules', strategy_name: 'sma_cross' },
    ],
    [
      'given weights',
      { weights: { method: 'given', values: [{ symbol: 'MSFT', weight: 0.4 }] } },
      { allocation: 'weights', strategy_name: 'given' },
    ],
    ['a rebalance by a drift band', { rebalance: { drift: 0.05 } }, { status: 'pending' }],
  ])('take %s', async (_, fields, expected) => {
    expect(await submit(fields)).toMatchObject(expected);
  });

  it('copy the members of a stored universe', async () => {
    const members = [{ exchange: 'us', symbol: 'IBM' }];
    await api.put('/api/v1/universes/old', { members });
    const { id, universe, member_count } = await submit({ universe: 'old' });
    expect([universe, member_count]).toEqual(['old', 1]);
    await api.put('/api/v1/universes/old', { members: PORTFOLIO_REQUEST.universe });
    expect((await api.get(`${PORTFOLIOS}/${id}/report`)).body.members).toEqual([
      { ...members[0], from: null, to: null },
    ]);
    await api.delete('/api/v1/universes/old');
    expect((await api.get(`${PORTFOLIOS}/${id}`)).body.universe).toBe('old');
  });

  it('choose the exchange of members that name none as single runs do', async () => {
    for (const exchange of ['binance', 'kraken']) await storeSeries(exchange, 'ETH/USDT');
    for (const exchange of ['kraken', 'bybit']) await storeSeries(exchange, 'SOL/USDT');
    await storeSeries('kraken', 'ADA/USDT');
    const universe = ['ETH/USDT', 'ADA/USDT', 'NOWHERE'].map((symbol) => ({ symbol }));
    const { id } = await submit({ universe });
    const { body } = await api.get(`${PORTFOLIOS}/${id}/report`);
    const members = body.members as readonly { readonly exchange: string | null }[];
    expect(members.map(({ exchange }) => exchange)).toEqual(['binance', 'kraken', null]);
    const several = await api.post(PORTFOLIOS, {
      ...PORTFOLIO_REQUEST,
      universe: [...universe, { symbol: 'SOL/USDT' }],
    });
    expect([several.status, several.body.detail]).toEqual([
      422,
      'universe.3.exchange is required: SOL/USDT is stored for bybit, kraken',
    ]);
  });

  it('are submitted once with an Idempotency-Key', async () => {
    const send = (request: object) => api.post(PORTFOLIOS, request).set('idempotency-key', 'p-1');
    const first = await send(PORTFOLIO_REQUEST);
    const again = await send(PORTFOLIO_REQUEST);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
      202,
      first.body,
      'true',
    ]);
    expect((await send({ ...PORTFOLIO_REQUEST, interval: '1h' })).status).toBe(422);
  });

  it('wait as long as the client wants', async () => {
    const answer = await api.post(PORTFOLIOS, PORTFOLIO_REQUEST).set('prefer', 'wait=1');
    expect([answer.status, answer.headers['preference-applied']]).toEqual([202, 'wait=1']);
  });

  it('show nothing of what they found until they are completed', async () => {
    const { id } = await submit();
    const { body: report } = await api.get(`${PORTFOLIOS}/${id}/report`);
    expect(report).toMatchObject({
      status: 'pending',
      detail: null,
      requested: { weights: PORTFOLIO_REQUEST.weights, ranking: null, rules: null, rebalance: null },
      metrics: null,
      contributions: [],
      resolved: null,
      warnings: [],
      candles_corrected_since: null,
      timings: { started_at: null, losses: 0 },
    });
    expect((await api.get(`${PORTFOLIOS}/${id}/distribution`)).body).toEqual({
      id,
      returns: null,
      trades: null,
    });
    expect((await api.get(`${PORTFOLIOS}/${id}/equity?with=cash`)).body).toEqual({
      id,
      total: 0,
      points: [],
    });
    for (const list of ['weights', 'trades'])
      expect(pageOf(await api.get(`${PORTFOLIOS}/${id}/${list}`))).toMatchObject({ items: [], total: 0 });
    const { text } = await api.get(`${PORTFOLIOS}/${id}/weights`).set('accept', 'text/csv');
    expect(text).toBe(
      'rebalance,decided_at,filled_at,exchange,symbol,member,target,drifted,reached,turnover,cost\r\n',
    );
    for (const method of ['get', 'post'] as const) {
      const verification = await api[method](`${PORTFOLIOS}/${id}/verify`);
      expect([verification.status, verification.body.detail]).toEqual([
        409,
        `Portfolio run ${id} is pending: only a completed one can be verified`,
      ]);
    }
    const compared = await api.get(`/api/v1/backtesting/compare?runs=portfolio:${id},portfolio:${id + 1}`);
    expect([404, 409]).toContain(compared.status);
  });

  it('refuse queries that their resources do not have', async () => {
    const { id } = await submit();
    for (const [query, field] of [
      ['equity?with=position', 'with'],
      ['trades?exit_reason=boredom', 'exit_reason'],
      ['weights?sort=target', 'sort'],
      ['report?points=3', 'points'],
    ]) {
      const answer = await api.get(`${PORTFOLIOS}/${id}/${query}`);
      expect([query, answer.status, answer.body.errors[0].field]).toEqual([query, 422, field]);
    }
    expect((await api.get(`${PORTFOLIOS}/${id}/trades?exit_reason=delisted`)).status).toBe(200);
  });

  it('are deleted with the tag that GET serves, with their job', async () => {
    const { id } = await submit();
    const path = `${PORTFOLIOS}/${id}`;
    expect((await api.delete(path).set('if-match', '"none"')).status).toBe(412);
    const { etag } = (await api.get(path)).headers;
    expect((await api.delete(path).set('if-match', etag)).status).toBe(204);
    const { rows } = await api.database.query(
      `select from job_runs where job = 'portfolio' and subject = $1 union all
       select from runs where kind = 'portfolio' and run_id = $1::integer`,
      [String(id)],
    );
    expect(rows).toEqual([]);
    for (const absent of [
      '',
      '/report',
      '/distribution',
      '/equity',
      '/weights',
      '/trades',
      '/verify',
      '/events',
    ]) {
      const answer = await api.get(path + absent);
      expect([absent, answer.status, answer.body.detail]).toEqual([
        absent,
        404,
        `No portfolio run with the id ${id}`,
      ]);
    }
    expect((await api.delete(path)).status).toBe(404);
  });

  it('are 401 without a token, and 405 for other methods', async () => {
    expect((await api.anonymous().post(PORTFOLIOS).send(PORTFOLIO_REQUEST)).status).toBe(401);
    const { id } = await submit();
    const patched = await api.patch(`${PORTFOLIOS}/${id}`, {});
    expect([patched.status, patched.headers.allow]).toEqual([405, 'DELETE, GET, HEAD']);
    expect((await api.put(PORTFOLIOS, {})).headers.allow).toBe('GET, HEAD, POST');
    expect((await api.delete(`${PORTFOLIOS}/${id}/report`)).headers.allow).toBe('GET, HEAD');
  });
});
