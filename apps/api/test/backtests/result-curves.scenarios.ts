import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { type RunningApi, startApi } from '../support/running-api';

/** The series that the expected values were computed over. */
const DATES = [
  ...['2023-10-30', '2023-11-15', '2023-11-30', '2023-12-15', '2023-12-29'],
  ...['2024-01-16', '2024-01-31', '2024-02-15', '2024-02-29', '2024-03-28'],
];
const EQUITY = [100, 108, 104, 112, 106, 95, 99, 113, 110, 120];

const bytes = (values: readonly number[]) => Buffer.from(Float64Array.from(values).buffer);

describe('the curves of a backtest', () => {
  let api: RunningApi;
  let path: string;
  beforeAll(async () => {
    api = await startApi();
    const { id } = await submitBacktest(api);
    await completeBacktest(api, id);
    path = `${BACKTESTS}/${id}`;
    await api.database.query(
      `update backtest_equity set open_times = $2, equity = $3, benchmark = $4, position = $5 where backtest_id = $1`,
      [
        id,
        bytes(DATES.map((date) => Date.parse(date))),
        bytes(EQUITY),
        bytes(EQUITY.map((value) => value / 2)),
        bytes([0, 1.5, 1.5, 0, 0, 0, -2, -2, 0, 0]),
      ],
    );
  });
  afterAll(() => api.stop());

  it('are shown beside the equity on request', async () => {
    const { body } = await api.get(`${path}/equity?with=benchmark,drawdown,position`);
    expect(body.points[6]).toEqual({
      time: '2024-01-31T00:00:00Z',
      equity: '99',
      benchmark: '49.5',
      // quantstats 0.0.86: -qs.stats.to_drawdown_series(equity)
      drawdown: expect.closeTo(0.1160714285714286, 12),
      position: '-2',
    });
    expect((await api.get(`${path}/equity`)).body.points[6]).toEqual({
      time: '2024-01-31T00:00:00Z',
      equity: '99',
    });
    const csv = await api.get(`${path}/equity?with=position,benchmark`).set('accept', 'text/csv');
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'time,equity,benchmark,position',
      '2023-10-30T00:00:00Z,100,50,0',
    ]);
    const refused = await api.get(`${path}/equity?with=sharpe`);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/with must be one or more of benchmark, drawdown, position/);
  });

  it('keep the extremes of all of them when they are thinned', async () => {
    const { body } = await api.get(`${path}/equity?with=position&points=8`);
    const points = body.points as { equity: string; position: string }[];
    expect(points.length).toBeLessThanOrEqual(8);
    expect(points.map(({ equity }) => equity)).toEqual(expect.arrayContaining(['100', '95', '120']));
    expect(points.map(({ position }) => position)).toEqual(expect.arrayContaining(['1.5', '-2']));
  });

  it('have drawdowns, deepest first, in pages', async () => {
    const { body } = await api.get(`${path}/drawdowns?size=2`);
    // quantstats: qs.stats.drawdown_details, -15.178571 %, -3.703704 % and -2.654867 %; its start is the first value below the peak.
    expect(body).toEqual({
      items: [
        {
          peak_time: '2023-12-15T00:00:00Z',
          trough_time: '2024-01-16T00:00:00Z',
          recovery_time: '2024-02-15T00:00:00Z',
          depth: expect.closeTo(0.15178571, 7),
          bars: 4,
        },
        {
          peak_time: '2023-11-15T00:00:00Z',
          trough_time: '2023-11-30T00:00:00Z',
          recovery_time: '2023-12-15T00:00:00Z',
          depth: expect.closeTo(0.03703704, 7),
          bars: 2,
        },
      ],
      total: 3,
      page: 1,
      size: 2,
    });
  });

  it('have monthly and yearly returns, with those of buy and hold', async () => {
    const { body } = await api.get(`${path}/monthly`);
    // empyrical-reloaded 0.7.1: ep.aggregate_returns(equity.pct_change().fillna(0), 'monthly') and 'yearly'
    expect((body.months as { return: number }[]).map((month) => month.return.toFixed(6))).toEqual([
      ...['0.000000', '0.040000', '0.019231', '-0.066038', '0.111111', '0.090909'],
    ]);
    expect(body.months[1]).toMatchObject({
      year: 2023,
      month: 11,
      benchmark_return: expect.closeTo(0.04, 12),
    });
    expect(body.years).toEqual([
      { year: 2023, return: expect.closeTo(0.06, 6), benchmark_return: expect.closeTo(0.06, 6) },
      { year: 2024, return: expect.closeTo(0.132075, 6), benchmark_return: expect.closeTo(0.132075, 6) },
    ]);
  });

  it('have a distribution of their returns, and one of the trades', async () => {
    const { status, body } = await api.get(`${path}/distribution`);
    expect(status).toBe(200);
    // numpy 2.4.6 and scipy 1.17.1 of np.diff(equity) / equity[:-1]: st.skew, st.kurtosis, np.percentile, np.histogram(x, 'auto')
    expect(body.returns).toMatchObject({
      basis: 'daily',
      count: 9,
      mean: expect.closeTo(0.023380094369300677, 12),
      standard_deviation: expect.closeTo(0.08150782542733542, 12),
      skewness: expect.closeTo(-0.1377307651096297, 10),
      kurtosis: expect.closeTo(-1.249134261308361, 10),
      value_at_risk_95: expect.closeTo(0.08369272237196765, 12),
    });
    expect(body.returns.percentiles).toEqual({
      p1: expect.closeTo(-0.09975741239892182, 12),
      p5: expect.closeTo(-0.08369272237196765, 12),
      p25: expect.closeTo(-0.03703703703703709, 12),
      p50: expect.closeTo(0.042105263157894646, 12),
      p75: expect.closeTo(0.08000000000000007, 12),
      p95: expect.closeTo(0.12121212121212117, 12),
      p99: expect.closeTo(0.13737373737373737, 12),
    });
    expect((body.returns.bins as { count: number }[]).map(({ count }) => count)).toEqual([1, 3, 1, 3, 1]);
    expect(body.trades).toMatchObject({
      count: 2,
      mean: expect.closeTo(-0.042, 12),
      skewness: expect.closeTo(0, 12),
      kurtosis: expect.closeTo(-2, 12),
      percentiles: { p50: expect.closeTo(-0.042, 12) },
      bins: [
        { lower: -0.107, upper: expect.closeTo(-0.042, 12), count: 1 },
        { lower: expect.closeTo(-0.042, 12), upper: 0.023, count: 1 },
      ],
    });
  });

  it('are null in a run of an earlier version, and empty before there is a result', async () => {
    const { id } = await submitBacktest(api);
    const early = `${BACKTESTS}/${id}`;
    expect((await api.get(`${early}/drawdowns`)).body).toMatchObject({ items: [], total: 0 });
    expect((await api.get(`${early}/monthly`)).body).toEqual({ id, months: [], years: [] });
    expect((await api.get(`${early}/distribution`)).body).toEqual({ id, returns: null, trades: null });
    await completeBacktest(api, id);
    await api.database.query(
      'update backtest_equity set benchmark = null, position = null where backtest_id = $1',
      [id],
    );
    await api.database.query('update backtest_trades set mae = null, mfe = null where backtest_id = $1', [
      id,
    ]);
    const [point] = (await api.get(`${early}/equity?with=benchmark,position`)).body.points;
    expect(point).toMatchObject({ benchmark: null, position: null });
    expect((await api.get(`${early}/monthly`)).body.months[0]).toMatchObject({ benchmark_return: null });
    expect((await api.get(`${early}/trades`)).body.items[0]).toMatchObject({ mae: null, mfe: null });
  });
});
