import { bytesOfDoubles } from '#domain/records/doubles';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { backtestBody } from '../support/bodies';
import { expectError } from '../support/expect-error';
import { type RunningApi, startApi } from '../support/running-api';
import { completeSearch, planSearch, submitWalkForward, SWEEP } from '../support/searches';
import { storedReport, storedWalkForward } from '../support/stored-report';

const COMPARE = `${BACKTESTS}/compare`;

/** The curves that the expected values were computed of. */
const FIRST = {
  dates: ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08', '2024-01-09'],
  equity: [100, 102, 101, 105, 104, 108],
};
const SECOND = {
  dates: ['2024-01-04', '2024-01-05', '2024-01-08', '2024-01-09', '2024-01-10'],
  equity: [2, 2.1, 2.05, 2.2, 2.3],
};

const bytes = (values: readonly number[]) => bytesOfDoubles(Float64Array.from(values));
const timesOf = (dates: readonly string[]) => bytes(dates.map((date) => Date.parse(date)));

describe('the comparison of runs', () => {
  let api: RunningApi;
  let first: number;
  let walkForward: number;
  beforeAll(async () => {
    api = await startApi();
    first = (await submitBacktest(api, { parameters: { fast: 5 } })).id;
    await completeBacktest(api, first);
    await setCurve(first, FIRST);
    const search = { interval: '1d', end_date: '2019-12-31', n_splits: 4, parameters: { slow: 50 } };
    walkForward = (await submitWalkForward(api, search)).id;
    await completeWalkForward(walkForward);
  });
  afterAll(() => api.stop());

  const completeWalkForward = async (id: number) => {
    await planSearch(api, id, []);
    await completeSearch(api, id, storedWalkForward());
    await api.database.query(
      'insert into walk_forward_curves (search_id, open_times, equity, metrics) values ($1, $2, $3, $4)',
      [id, timesOf(SECOND.dates), bytes(SECOND.equity), storedReport().metrics],
    );
  };

  const setCurve = (id: number, { dates, equity }: typeof FIRST) =>
    api.database.query('update backtest_equity set open_times = $2, equity = $3 where backtest_id = $1', [
      id,
      timesOf(dates),
      bytes(equity),
    ]);
  const compare = (runs: string, query = {}) => api.get(COMPARE).query({ runs, ...query });

  it('has each run as the list of runs has it', async () => {
    const { status, body } = await compare(`walk-forward:${walkForward},backtest:${first}`);
    expect(status).toBe(200);
    const { items } = (await api.get(`${BACKTESTS}/runs`)).body as { items: { kind: string }[] };
    expect(body.runs).toEqual(
      ['walk-forward', 'backtest'].map((wanted) => items.find(({ kind }) => kind === wanted)),
    );
  });

  it('has the members in which searches over portfolios differ, defaults filled in', async () => {
    const universeOf = (...symbols: string[]) => symbols.map((symbol) => ({ exchange: 'us', symbol }));
    const submit = async (fields: object) => {
      const weights = { method: 'equal' };
      const request = {
        interval: '1d',
        start_date: '2010-01-04',
        end_date: '2019-12-31',
        weights,
        ...fields,
      };
      const { id } = (await api.post(`${BACKTESTS}/portfolio/walk-forward`, request)).body as { id: number };
      await completeWalkForward(id);
      return id;
    };
    const one = await submit({ universe: universeOf('AAPL', 'MSFT') });
    const other = await submit({ universe: universeOf('AAPL', 'IBM'), delisting_return: 0 });
    const { body } = await compare(`walk-forward:${one},walk-forward:${other}`);
    const dated = (...symbols: string[]) =>
      universeOf(...symbols).map((member) => ({ ...member, from: null, to: null }));
    expect(body.differences).toContainEqual({
      setting: 'members',
      values: [dated('AAPL', 'MSFT'), dated('AAPL', 'IBM')],
    });
    expect((body.differences as { setting: string }[]).map(({ setting }) => setting)).not.toContain(
      'delisting_return',
    );
  });

  it('has the settings that differ, and those alone', async () => {
    const { body } = await compare(`backtest:${first},walk-forward:${walkForward}`);
    const differences = new Map(
      (body.differences as { setting: string; values: unknown[] }[]).map(({ setting, values }) => [
        setting,
        values,
      ]),
    );
    expect(differences.get('end_date')).toEqual(['2020-04-17', '2019-12-31']);
    expect(differences.get('parameters.slow')).toEqual([30, 50]);
    expect(differences.get('parameters.fast')).toEqual([5, null]);
    expect(differences.get('n_splits')).toEqual([null, 4]);
    expect(differences.get('execution.stop_loss.value')).toEqual([0.05, null]);
    expect(differences.get('execution.lot_size')).toEqual(['0.001', null]);
    for (const same of [
      'strategy_name',
      'symbol',
      'interval',
      'start_date',
      'execution.fill',
      'execution.sizing.mode',
    ])
      expect(differences.has(same)).toBe(false);
    expect([...differences.values()].filter(([one, other]) => one === other)).toEqual([]);
  });

  it('has the correlation of the daily returns over the days that both have', async () => {
    const { body } = await compare(`backtest:${first},walk-forward:${walkForward}`);
    // pandas 3.1.1: pd.DataFrame({'a': first.pct_change(), 'b': second.pct_change()}).corr()
    expect(body.correlations).toEqual({
      coefficients: [
        [1, expect.closeTo(0.9686223877354462, 12)],
        [expect.closeTo(0.9686223877354462, 12), 1],
      ],
      common_days: [
        [5, 3],
        [3, 4],
      ],
    });
  });

  it('has the equity on one axis, 1 where both have begun', async () => {
    const { body } = await compare(`backtest:${first},walk-forward:${walkForward}`);
    expect(body.equity).toEqual({
      start: '2024-01-04T00:00:00Z',
      points: [
        ['2024-01-02', 100 / 101, null],
        ['2024-01-03', 102 / 101, null],
        ['2024-01-04', 1, 1],
        ['2024-01-05', 105 / 101, 1.05],
        ['2024-01-08', 104 / 101, 1.025],
        ['2024-01-09', 108 / 101, 1.1],
        ['2024-01-10', null, 1.15],
      ].map(([date, ...growth]) => ({
        time: `${date}T00:00:00Z`,
        growth: growth.map((value): unknown => value && expect.closeTo(Number(value), 12)),
      })),
    });
    const thin = await compare(`backtest:${first},walk-forward:${walkForward}`, { points: 4 });
    expect((thin.body.equity.points as { time: string }[]).map(({ time }) => time.slice(0, 10))).toEqual([
      '2024-01-02',
      '2024-01-09',
      '2024-01-10',
    ]);
  });

  it('refuses what has no equity yet, and runs that do not exist', async () => {
    const pending = await submitBacktest(api);
    expectError(
      await compare(`backtest:${first},backtest:${pending.id}`),
      409,
      /^Backtest \d+ is pending: only completed ones can be compared$/,
    );
    const early = await submitWalkForward(api);
    await planSearch(api, early.id, []);
    await completeSearch(api, early.id, storedWalkForward());
    expectError(
      await compare(`backtest:${first},walk-forward:${early.id}`),
      409,
      /^Walk-forward run \d+ has no equity/,
    );
    const sweep = (await api.post(SWEEP, backtestBody())).body as { id: number };
    expectError(
      await compare(`backtest:${first},walk-forward:${sweep.id}`),
      404,
      /^No walk-forward run with the id \d+$/,
    );
    expectError(await compare(`backtest:${first},backtest:99999999999`), 404, /^No backtest with this id$/);
  });

  it.each([
    ['one run', 'backtest:1'],
    ['six runs', '1,2,3,4,5,6'.replace(/\d/g, 'backtest:$&')],
    ['a run twice', 'backtest:1,backtest:01'],
    ['a sweep', 'backtest:1,sweep:2'],
    ['no ids', 'backtest,walk-forward'],
    ['an empty entry', 'backtest:1,,backtest:2'],
  ])('refuses %s with what is allowed', async (_, runs) => {
    expectError(
      await compare(runs),
      422,
      /^runs must be 2 to 5 different runs between commas, each backtest:<id>, walk-forward:<id> or portfolio:<id> \(a sweep has no equity/,
    );
  });

  it.each([3, 5_001])('refuses %i points', async (points) => {
    expectError(
      await compare('backtest:1,backtest:2', { points }),
      422,
      /^points must be an integer from 4 to 5000/,
    );
  });
});
