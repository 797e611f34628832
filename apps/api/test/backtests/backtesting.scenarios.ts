import {
  BACKTESTS,
  backtestRow,
  claimBacktest,
  completeBacktest,
  submitBacktest,
} from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { idsOf, pageOf } from '../support/pages';
import { finishJob } from '../support/job-steps';
import { type RunningApi, startApi } from '../support/running-api';
import { SHOWN_REPORT, SHOWN_TRADE } from '../support/shown-report';

const RESULT_FIELDS = [
  'id',
  'strategy_name',
  'status',
  'sharpe_ratio',
  'max_drawdown',
  'total_return',
  'created_at',
];

describe('backtesting', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  describe('POST', () => {
    it('answers 202 with exactly the fields of a result, pending and without metrics', async () => {
      const body = await submitBacktest(api);
      expect(Object.keys(body).sort()).toEqual([...RESULT_FIELDS].sort());
      expect(body).toMatchObject({
        strategy_name: 'sma_cross',
        status: 'pending',
        sharpe_ratio: null,
        max_drawdown: null,
        total_return: null,
      });
      expect(Number.isInteger(body.id)).toBe(true);
      expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
      expect((await api.get(`${BACKTESTS}/${body.id}`)).body).toEqual(body);
    });

    it.each([
      { strategy_name: 'no such strategy' },
      { parameters: { fast: 'x', unknown: [1, { deep: null }] } },
      { parameters: null, execution: null, exchange: null },
      { symbol: 'NEVER/SEEN' },
      { start_date: '0001-01-01', end_date: '9999-12-31' },
      { start_date: '2020-02-29', end_date: '2020-02-29' },
    ])('accepts %j: only the run can decide', async (fields) => {
      expect((await submitBacktest(api, fields)).status).toBe('pending');
    });

    it.each([
      [{ start_date: '2020-04-18', end_date: '2020-04-17' }, /start_date must not be after end_date/],
      [{ start_date: '2023-02-29' }, /start_date must be a date that exists/],
      [{ end_date: '2024-01-01T00:00:00Z' }, /end_date/],
      [{ interval: '1w' }, /interval must be one of 1m, 3m/],
      [{ strategy_name: undefined, symbol: undefined }, /strategy_name is required .*symbol is required/s],
      [{ parameters: [] }, /parameters must be a JSON object/],
      [{ parameters: 'fast=10' }, /parameters must be a JSON object/],
      [{ strategy: 'sma_cross' }, /strategy is not a field of this body; known: strategy_name, symbol/],
      [{ execution: { laverage: 3 } }, /execution\.laverage is not offered; known: initial_capital/],
      [
        { execution: { initial_capital: 10_000, slippage_bps: -1 } },
        /execution\.initial_capital .*execution\.slippage_bps /s,
      ],
      [{ execution: { fee_preset: 'mtgox' } }, /execution\.fee_preset must be one of binance/],
      [
        { execution: { fees: { maker: '0.5', taker: 0.1 } } },
        /execution\.fees\.maker .*execution\.fees\.taker /s,
      ],
    ])('refuses %j at once', async (fields, detail) => {
      const answer = await api.post(BACKTESTS, backtestBody(fields));
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
    });

    it('takes the exchange that is given, else the default one if it has the symbol, else the only one', async () => {
      const store = (exchange: string, symbol: string) =>
        api.post('/api/v1/market-data/candlesticks', candleBody({ exchange, symbol, interval: '1d' }));
      for (const [exchange, symbol] of [
        ['us', 'ONE'],
        ['us', 'TWO'],
        ['nyse', 'TWO'],
        ['kraken', 'THREE'],
        ['binance', 'THREE'],
      ]) {
        expect((await store(exchange, symbol)).status).toBe(201);
      }
      const exchangeOf = async (fields: object) =>
        (await backtestRow(api, (await submitBacktest(api, fields)).id)).exchange;
      expect(await exchangeOf({ symbol: 'ONE' })).toBe('us');
      expect(await exchangeOf({ symbol: 'THREE' })).toBe('binance');
      expect(await exchangeOf({ symbol: 'TWO', exchange: 'us' })).toBe('us');
      expect(await exchangeOf({ symbol: 'ONE', exchange: 'elsewhere' })).toBe('elsewhere');
      expect(await exchangeOf({ symbol: 'NONE' })).toBeNull();
      const ambiguous = await api.post(BACKTESTS, backtestBody({ symbol: 'TWO' }));
      expect(ambiguous.status).toBe(422);
      expect(ambiguous.body.detail).toMatch(/exchange .*nyse, us/);
    });
  });

  describe('GET', () => {
    it('lists newest first, twenty by default, with the true total', async () => {
      const before = pageOf(await api.get(BACKTESTS));
      const ids: number[] = [];
      for (let index = 0; index < 22; index++) ids.unshift((await submitBacktest(api)).id);
      const body = pageOf(await api.get(BACKTESTS));
      expect(Object.keys(body)).toEqual(['items', 'total', 'page', 'size']);
      expect(body).toMatchObject({ total: before.total + 22, page: 1, size: 20 });
      expect(idsOf(body)).toEqual(ids.slice(0, 20));
      expect(Object.keys(body.items[0]).sort()).toEqual([...RESULT_FIELDS].sort());
      const { body: second } = await api.get(BACKTESTS).query({ page: 2, size: 21 });
      expect(second.items[0].id).toBe(ids[21]);
      expect((await api.get(BACKTESTS).query({ page: 99 })).body).toMatchObject({
        items: [],
        total: body.total,
      });
    });

    it('answers reports of before verdict and unpaid loss were kept with null for them', async () => {
      const { id } = await submitBacktest(api);
      expect(await completeBacktest(api, id)).toBe(true);
      await api.database.query(
        `update backtest_reports set report = report - '{verdict,unpaidLoss}'::text[] where backtest_id = $1`,
        [id],
      );
      const answer = await api.get(`${BACKTESTS}/${id}/report`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        verdict: null,
        unpaid_loss: null,
        metrics: { total_return: 0.97 },
      });
    });

    it('answers the metrics, the report and the trades of a completed run', async () => {
      const { id } = await submitBacktest(api);
      expect(await completeBacktest(api, id)).toBe(true);
      expect((await api.get(`${BACKTESTS}/${id}`)).body).toMatchObject({
        id,
        status: 'completed',
        sharpe_ratio: 0.41,
        max_drawdown: 0.33,
        total_return: 0.97,
      });
      const { body: report } = await api.get(`${BACKTESTS}/${id}/report`);
      expect(report).toMatchObject({ id, ...SHOWN_REPORT });
      const { body: trades } = await api.get(`${BACKTESTS}/${id}/trades`);
      expect(trades).toMatchObject({ total: 2, page: 1, size: 20 });
      expect(trades.items[1]).toEqual(SHOWN_TRADE);
      const { body: second } = await api.get(`${BACKTESTS}/${id}/trades`).query({ page: 2, size: 1 });
      expect(second).toEqual({ items: [trades.items[1]], total: 2, page: 2, size: 1 });

      const curve = await api.get(`${BACKTESTS}/${id}/equity`).set('accept', 'text/csv');
      expect(curve.type).toBe('text/csv');
      expect(curve.text).toBe(
        'time,equity\r\n2000-03-03T00:00:00Z,10000\r\n2000-03-06T00:00:00Z,10230.32\r\n',
      );
      const preferred = await api.get(`${BACKTESTS}/${id}/equity`).set('accept', 'text/csv;q=0.5, */*');
      expect(preferred.type).toBe('application/json');
      const neither = await api.get(`${BACKTESTS}/${id}/trades`).set('accept', 'text/html');
      expect([neither.status, (neither.body as { detail: string }).detail]).toEqual([
        406,
        'A list of trades is application/json or text/csv; Accept allows neither',
      ]);
      const { points } = (await api.get(`${BACKTESTS}/${id}/equity`)).body as { points: object[] };
      expect(points[0]).toEqual({ time: '2000-03-03T00:00:00Z', equity: '10000' });
    });

    it('has a report of a pending run, without figures, and of a failed one, with the reason', async () => {
      const { id } = await submitBacktest(api, { start_date: '0001-01-01', end_date: '9999-12-31' });
      const pending = await api.get(`${BACKTESTS}/${id}/report`);
      expect(pending.body).toMatchObject({ status: 'pending', metrics: null, warnings: [], detail: null });
      expect(pending.body).toMatchObject({ start_date: '0001-01-01', end_date: '9999-12-31' });
      expect((await api.get(`${BACKTESTS}/${id}/trades`)).body).toEqual({
        items: [],
        total: 0,
        page: 1,
        size: 20,
      });
      const claimed = await claimBacktest(api, id);
      await finishJob(api, 'backtest', claimed!, { status: 'failed', error: 'there are no candles' });
      const failed = await api.get(`${BACKTESTS}/${id}/report`);
      expect(failed.body).toMatchObject({ status: 'failed', detail: 'there are no candles', metrics: null });
    });
  });

  describe('fixed routes', () => {
    it('serves a fee preset per exchange, rates as decimal strings', async () => {
      const { status, body } = await api.get(`${BACKTESTS}/fee-presets`);
      expect(status).toBe(200);
      // Binance's published fee schedule for regular users: spot 0.1 % and 0.1 %, USD-margined futures 0.02 % and 0.05 %.
      expect(body.binance).toMatchObject({
        maker: '0.001',
        taker: '0.001',
        markets: { spot: { maker: '0.001', taker: '0.001' }, swap: { maker: '0.0002', taker: '0.0005' } },
        as_of: expect.stringMatching(/^\d{4}-\d\d$/),
        source: expect.any(String),
      });
      for (const preset of Object.values<{ maker: string; taker: string }>(body)) {
        expect(preset.maker).toMatch(/^-?\d+(\.\d+)?$/);
        expect(preset.taker).toMatch(/^-?\d+(\.\d+)?$/);
      }
    });

    it('says how a strategy is held to some regimes, and how one trades a dataset', async () => {
      const { body } = await api.get(`${BACKTESTS}/strategies`);
      expect(body.wrappers).toMatchObject([
        {
          name: 'regime_filter',
          fields: { base: expect.any(String), regimes: expect.stringContaining('bull, bear, ranging') },
          parameters: { regime_lookback: { default: 500 }, regime_refit: { default: 100 } },
        },
      ]);
      expect(body.dataset_strategies).toMatchObject([
        {
          name: 'signals',
          fields: { column: expect.stringContaining('numbers or flags'), mode: expect.any(String) },
          parameters: { threshold: { maximum: 1 }, trials: { default: 1, maximum: 1_000_000 } },
        },
      ]);
    });

    it('serves the strategies with their parameters', async () => {
      const { status, body } = await api.get(`${BACKTESTS}/strategies`);
      expect(status).toBe(200);
      const { strategies } = body as { strategies: { name: string; parameters: object }[] };
      const byName = new Map(strategies.map(({ name, parameters }) => [name, parameters]));
      for (const name of ['buy_and_hold', 'rsi_reversion', 'donchian_breakout'])
        expect(byName.has(name)).toBe(true);
      expect(byName.get('sma_cross')).toMatchObject({ fast: { type: 'integer', default: 10 } });
    });
  });
});
