import {
  BACKTESTS,
  backtestRow,
  completeBacktest,
  submitBacktest,
  type SubmittedBacktest,
} from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { searchRow, SWEEP, submitWalkForward, WALK_FORWARD } from '../support/searches';

const DAY = 86_400_000;

/** Three weeks of days, with closes that wander. */
const EQUITY = Array.from({ length: 21 }, (_, day) => 100 + ((day * 7) % 11));
const BENCHMARK = EQUITY.map((value, day) => value + ((day * 3) % 5));

const bytes = (values: readonly number[]) => Buffer.from(Float64Array.from(values).buffer);

describe('the benchmark of a backtest', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
    for (const [exchange, symbol] of [
      ['us', 'INDEX'],
      ['nyse', 'TWICE'],
      ['us', 'TWICE'],
    ]) {
      const body = candleBody({ exchange, symbol, interval: '1d' });
      expect((await api.post('/api/v1/market-data/candlesticks', body)).status).toBe(201);
    }
  });
  afterAll(() => api.stop());

  const report = async ({ id }: SubmittedBacktest) =>
    (await api.get(`${BACKTESTS}/${id}/report`)).body as Record<string, unknown>;

  it('is the series of the run where none is named', async () => {
    for (const fields of [{}, { benchmark: null }]) {
      const run = await submitBacktest(api, { symbol: 'INDEX', ...fields });
      expect((await backtestRow(api, run.id)).benchmark).toBeNull();
      expect(await report(run)).toMatchObject({
        benchmark_series: { exchange: 'us', symbol: 'INDEX' },
        benchmark: null,
        relative: null,
      });
    }
  });

  it('is stored with the exchange that is meant, and shown before the run is over', async () => {
    const seriesOf = async (benchmark: object) =>
      (await report(await submitBacktest(api, { benchmark }))).benchmark_series as object;
    expect(await seriesOf({ symbol: 'INDEX' })).toEqual({ exchange: 'us', symbol: 'INDEX' });
    expect(await seriesOf({ symbol: 'TWICE', exchange: 'nyse' })).toEqual({
      exchange: 'nyse',
      symbol: 'TWICE',
    });
    expect(await seriesOf({ symbol: 'NEVER/SEEN', exchange: null })).toEqual({
      exchange: null,
      symbol: 'NEVER/SEEN',
    });
  });

  it.each([
    ['INDEX', /benchmark must be an object with symbol, exchange/],
    [[], /benchmark must be an object with symbol, exchange/],
    [{}, /benchmark\.symbol is required and must be a text/],
    [{ symbol: '' }, /benchmark\.symbol must be a text/],
    [{ symbol: 'INDEX', exchange: 7 }, /benchmark\.exchange must be a text/],
    [
      { symbol: 'INDEX', weight: 1 },
      /benchmark\.weight is not a field of this body; known: symbol, exchange/,
    ],
    [{ symbol: 'TWICE' }, /benchmark\.exchange is required: TWICE is stored for nyse, us/],
  ])('is refused at once where it is %j, by the name of its field', async (benchmark, detail) => {
    for (const path of [BACKTESTS, SWEEP, WALK_FORWARD]) {
      const answer = await api.post(path, backtestBody({ benchmark }));
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
    }
  });

  it('is one of searches, which show it with their request', async () => {
    const { id } = await submitWalkForward(api, { benchmark: { symbol: 'INDEX' } });
    expect((await searchRow(api, id)).settings).toMatchObject({
      benchmark: { exchange: 'us', symbol: 'INDEX' },
    });
    const { body } = await api.get(`${WALK_FORWARD}/${id}`);
    expect(body.request.benchmark).toEqual({ exchange: 'us', symbol: 'INDEX' });
    const without = await submitWalkForward(api);
    expect((await searchRow(api, without.id)).settings).not.toHaveProperty('benchmark');
    expect((await api.get(`${WALK_FORWARD}/${without.id}`)).body.request.benchmark).toBeNull();
  });

  it('is a setting by which runs differ', async () => {
    const one = await submitBacktest(api, { benchmark: { symbol: 'INDEX' } });
    const other = await submitBacktest(api);
    for (const { id } of [one, other]) expect(await completeBacktest(api, id)).toBe(true);
    const { body } = await api.get(`${BACKTESTS}/compare?runs=backtest:${one.id},backtest:${other.id}`);
    expect(body.differences).toEqual([
      { setting: 'benchmark.symbol', values: ['INDEX', null] },
      { setting: 'benchmark.exchange', values: ['us', null] },
    ]);
  });

  it('says that a version without benchmarks ran it', async () => {
    const run = await submitBacktest(api, { benchmark: { symbol: 'INDEX' } });
    await completeBacktest(api, run.id);
    expect((await report(run)).warnings).toEqual(['one']);
    await forgetRelative(run);
    expect(await report(run)).toMatchObject({
      relative: null,
      warnings: [expect.stringContaining('run by a version that knows no benchmark'), 'one'],
    });
  });

  it('answers reports of before relative figures were kept with null for them', async () => {
    const run = await submitBacktest(api);
    await completeBacktest(api, run.id);
    await forgetRelative(run);
    expect(await report(run)).toMatchObject({ relative: null, warnings: ['one'], metrics: { trades: 2 } });
  });

  describe('beside the equity', () => {
    let path: string;
    beforeAll(async () => {
      const { id } = await submitBacktest(api);
      await completeBacktest(api, id);
      path = `${BACKTESTS}/${id}`;
      const times = EQUITY.map((_, day) => Date.UTC(2024, 0, 1) + day * DAY);
      await api.database.query(
        'update backtest_equity set open_times = $2, equity = $3, benchmark = $4 where backtest_id = $1',
        [id, bytes(times), bytes(EQUITY), bytes(BENCHMARK)],
      );
      await api.database.query(
        `update backtest_reports set report = jsonb_set(jsonb_set(report,
           '{relative,start}', $2), '{relative,end}', $3) where backtest_id = $1`,
        [id, String(times[2]), String(times[18])],
      );
    });

    it('rolls figures over returns, as columns, in the span of the benchmark', async () => {
      const { points } = (await api.get(`${path}/equity?rolling=5`)).body;
      const returnsOf = (values: readonly number[]) =>
        values.slice(11, 16).map((value, index) => value / values[10 + index] - 1);
      const [mine, market] = [returnsOf(EQUITY), returnsOf(BENCHMARK)];
      const mean = (values: readonly number[]) =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      const product = (one: readonly number[], other: readonly number[]) =>
        one.reduce((sum, value, index) => sum + (value - mean(one)) * (other[index] - mean(other)), 0);
      expect(points[15]).toEqual({
        time: '2024-01-16T00:00:00Z',
        equity: String(EQUITY[15]),
        rolling_alpha: expect.any(Number),
        rolling_beta: expect.closeTo(product(mine, market) / product(market, market), 10),
        rolling_r_squared: expect.closeTo(
          product(mine, market) ** 2 / product(market, market) / product(mine, mine),
          10,
        ),
        rolling_information_ratio: expect.any(Number),
        rolling_active_return: expect.closeTo((mean(mine) - mean(market)) * 252, 8),
        rolling_sharpe_ratio: expect.closeTo(
          (mean(mine) / Math.sqrt(product(mine, mine) / 4)) * Math.sqrt(252),
          8,
        ),
        rolling_volatility: expect.closeTo(Math.sqrt((product(mine, mine) / 4) * 252), 10),
      });
      const defined = (points as { rolling_beta: number | null }[]).flatMap(({ rolling_beta }, bar) =>
        rolling_beta === null ? [] : [bar],
      );
      // The first five returns in the span end with bar 7.
      expect([defined[0], defined.at(-1)]).toEqual([7, 18]);
    });

    it('has them in the CSV, and none where the run has fewer returns', async () => {
      const csv = await api.get(`${path}/equity?rolling=5&with=benchmark`).set('accept', 'text/csv');
      const [header, first] = csv.text.split('\r\n');
      expect(header).toBe(
        'time,equity,benchmark,rolling_alpha,rolling_beta,rolling_r_squared,rolling_information_ratio,' +
          'rolling_active_return,rolling_sharpe_ratio,rolling_volatility',
      );
      expect(first).toBe(`2024-01-01T00:00:00Z,100,${BENCHMARK[0]},,,,,,,`);
      const { points } = (await api.get(`${path}/equity?rolling=10000`)).body;
      expect(points[20]).toMatchObject({ rolling_beta: null, rolling_volatility: null });
    });

    it('has Sharpe ratio and volatility alone where no benchmark was kept', async () => {
      const early = await submitBacktest(api);
      await completeBacktest(api, early.id);
      await api.database.query(
        `update backtest_equity set open_times = old.open_times, equity = old.equity, benchmark = null
         from backtest_equity old where backtest_equity.backtest_id = $1 and old.backtest_id = $2`,
        [early.id, Number(path.split('/').at(-1))],
      );
      await forgetRelative(early);
      const { points } = (await api.get(`${BACKTESTS}/${early.id}/equity?rolling=5`)).body;
      expect(points[20]).toMatchObject({
        rolling_beta: null,
        rolling_active_return: null,
        rolling_volatility: expect.any(Number),
      });
    });

    it.each(['1', '0', '10001', '2.5', '-3', 'x'])('refuses rolling=%s', async (rolling) => {
      const answer = await api.get(`${path}/equity?rolling=${rolling}`);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(/rolling must be an integer from 2 to 10000/);
    });
  });

  async function forgetRelative({ id }: SubmittedBacktest) {
    await api.database.query(
      `update backtest_reports set report = report - 'relative' where backtest_id = $1`,
      [id],
    );
  }
});
