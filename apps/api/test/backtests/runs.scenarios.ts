import type { Response } from 'supertest';
import { splitCsvLine } from '#engine/csv/csv-line';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { backtestBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { completeSearch, planSearch, submitWalkForward, SWEEP } from '../support/searches';
import { storedSweep, storedWalkForward } from '../support/stored-report';
import { tokenFor } from '../support/token';

const RUNS = `${BACKTESTS}/runs`;

interface Listed {
  readonly kind: string;
  readonly id: number;
  readonly author: string | null;
  readonly measures: Readonly<Record<string, number | null>>;
  readonly labels: { readonly name: string | null; readonly tags: readonly string[] };
}

/** Measures of a run that has none. */
const nothing = (measures: Listed['measures']) => Object.values(measures).every((value) => value === null);

describe('the list of all runs', () => {
  let api: RunningApi;
  let backtest: number;
  let failed: number;
  let sweep: number;
  let walkForward: number;
  beforeAll(async () => {
    api = await startApi();
    backtest = (await submitBacktest(api, { parameters: { fast: 5, name: 'x' } })).id;
    sweep = (await api.post(SWEEP, backtestBody({ symbol: 'A,"B"', parameters: { fast: 7 } }))).body
      .id as number;
    walkForward = (await submitWalkForward(api, { interval: '1h' })).id;
    failed = (await submitBacktest(api, { strategy_name: 'unknown', parameters: {} })).id;
    await completeBacktest(api, backtest);
    await planSearch(api, sweep, []);
    await completeSearch(api, sweep, storedSweep());
    await planSearch(api, walkForward, []);
    await completeSearch(api, walkForward, storedWalkForward());
    await api.patch(`${BACKTESTS}/${failed}`, { status: 'failed' });
  });
  afterAll(() => api.stop());

  const list = async (query: Record<string, string | number> = {}): Promise<Listed[]> => {
    const { status, body } = await api.get(RUNS).query(query);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.total).toBe(body.items.length);
    return body.items as Listed[];
  };
  const keysOf = (runs: readonly Listed[]) => runs.map(({ kind, id }) => `${kind}:${id}`);
  const all = () => [
    `backtest:${failed}`,
    `walk-forward:${walkForward}`,
    `sweep:${sweep}`,
    `backtest:${backtest}`,
  ];

  it('has each kind with what was requested and found, newest first', async () => {
    const [last, tested, swept, first] = await list();
    expect(keysOf([last, tested, swept, first])).toEqual(all());
    expect(first).toMatchObject({
      status: 'completed',
      allocation: null,
      symbol: 'SPX',
      parameters: { fast: 5, slow: 30 },
      verdict: 'likely_luck',
      measures: {
        total_return: 0.97,
        sharpe_ratio: 0.41,
        max_drawdown: 0.33,
        trades: 2,
        benchmark_return: 0.97,
        cagr: 0.034,
        longest_drawdown_seconds: 77_760_000,
        profit_factor: null,
        deflated_sharpe_ratio: null,
      },
      labels: { name: null, note: null, tags: [] },
    });
    // The best of the two combinations.
    expect(swept).toMatchObject({
      symbol: 'A,"B"',
      parameters: { fast: 10, slow: 30 },
      measures: {
        total_return: 0.12,
        sharpe_ratio: 0.6,
        trades: 9,
        trials: 2,
        benchmark_return: 0.1,
        t_statistic: 1.5,
        min_track_record_length: 400,
        probability_of_backtest_overfitting: 0.5,
        cagr: null,
      },
    });
    // The joined tests, and what the last window would trade on with.
    expect(tested).toMatchObject({
      interval: '1h',
      parameters: { fast: 5, ownName: 1 },
      measures: {
        total_return: 0.12,
        sharpe_ratio: null,
        max_drawdown: 0.15,
        trades: 9,
        trials: 4,
        deflated_sharpe_ratio: 0.2,
        walk_forward_efficiency: 1,
        consistency: 1,
      },
    });
    expect(last).toMatchObject({ status: 'failed', verdict: null, parameters: {} });
    expect(nothing(last.measures)).toBe(true);
    expect(first.author).toEqual(expect.any(String));
    expect(new Set([last, tested, swept, first].map(({ author }) => author)).size).toBe(1);
  });

  it.each([
    ['kind=sweep', [2]],
    ['strategy_name=unknown', [0]],
    ['symbol=A,%22B%22', [2]],
    ['exchange=nowhere', []],
    ['interval=1h', [1]],
    ['status=completed', [1, 2, 3]],
    ['allocation=weights', []],
    ['verdict=likely_luck', [1, 2, 3]],
    ['parameters=fast:10,slow:30', [2]],
    ['parameters=fast:5', [1, 3]],
    ['start_date=2000-01-04', []],
    ['start_date=2000-01-03&end_date=2020-04-17', [0, 1, 2, 3]],
    ['end_date=2020-04-16', []],
    ['created_end=2020-01-01T00:00:00Z', []],
    ['created_start=2020-01-01T00:00:00Z', [0, 1, 2, 3]],
    ['at_least=sharpe_ratio:0.41', [2, 3]],
    ['at_least=trades:3&at_most=max_drawdown:0.2', [1, 2]],
    ['author=me', [0, 1, 2, 3]],
    ['author=nobody', []],
  ])('is narrowed by %s', async (query, expected) => {
    expect(keysOf(await list(Object.fromEntries(new URLSearchParams(query))))).toEqual(
      expected.map((index) => all()[index]),
    );
  });

  it('has the runs of the token’s own subject alone with author=me', async () => {
    const answer = await api
      .anonymous()
      .get(`${RUNS}?author=me`)
      .set('authorization', `Bearer ${tokenFor({ sub: 'other' })}`);
    expect(answer.body.total).toBe(0);
  });

  it.each([
    // Without the measure last, of those the newest first.
    ['sharpe_ratio', 'desc', [2, 3, 0, 1]],
    ['sharpe_ratio', 'asc', [3, 2, 0, 1]],
    // Ties by newest.
    ['trades', 'desc', [1, 2, 3, 0]],
    ['trades', 'asc', [3, 1, 2, 0]],
    ['created_at', 'asc', [3, 2, 1, 0]],
  ] as const)('is sorted by %s %s, over pages as in one', async (sort, order, expected) => {
    const keys = expected.map((index) => all()[index]);
    expect(keysOf(await list({ sort, order }))).toEqual(keys);
    const walked: string[] = [];
    let next: string | undefined =
      `?sort=${sort}&order=${order}&size=1&status=completed&start_date=2000-01-03`;
    while (next !== undefined) {
      const answer: Response = await api.get(RUNS + next);
      walked.push(...keysOf(answer.body.items as Listed[]));
      next = /<[^>?]*(\?[^>]*)>; rel="next"/.exec(answer.headers.link)?.[1];
    }
    expect(walked).toEqual(keys.filter((key) => key !== all()[0]));
  });

  it('is CSV on request, quoted as RFC 4180 says, with every run that matches', async () => {
    const answer = await api.get(`${RUNS}?sort=sharpe_ratio&size=1`).set('accept', 'text/csv');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header, ...rows] = answer.text
      .trimEnd()
      .split('\r\n')
      .map((line) => splitCsvLine(line)!);
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    expect(column('id')).toEqual([sweep, backtest, failed, walkForward].map(String));
    expect(column('symbol')[0]).toBe('A,"B"');
    expect(column('parameters')).toEqual(['fast:10,slow:30', 'fast:5,slow:30', '', 'fast:5,ownName:1']);
    expect(column('sharpe_ratio')).toEqual(['0.6', '0.41', '', '']);
  });

  it.each([
    ['sort=final_equity', /sort must be one of created_at, total_return/],
    ['at_least=sharpe:1', /at_least must be up to 32 entries measure:number/],
    ['at_most=trades', /at_most must be/],
    ['parameters=fast:NaN', /parameters must be up to 32 entries name:number/],
    ['created_start=yesterday', /created_start must be an RFC 3339 date-time/],
    ['allocation=momentum', /allocation must be one of weights, ranking, rules/],
    ['kind=walk_forward', /kind must be one of backtest, sweep, walk-forward/],
    ['cursor=MTIzNA', /cursor must be a cursor/],
  ])('refuses %s', async (query, detail) => {
    const { status, body } = await api.get(`${RUNS}?${query}`);
    expect(status).toBe(422);
    expect(body.detail).toMatch(detail);
  });

  // OWASP, CSV injection: a cell that begins with one of = + - @ is evaluated.
  it('is CSV without formulas', async () => {
    await api.patch(`${RUNS}/backtest/${backtest}/labels`, { name: '=1+1', note: '@SUM(A1)', tags: ['-x'] });
    const { text } = await api.get(`${RUNS}?tag=-x`).set('accept', 'text/csv');
    expect(text).toContain(",'=1+1,'@SUM(A1),'-x,");
  });

  it('follows what clients do with the records', async () => {
    const { id } = await submitBacktest(api);
    await api.patch(`${BACKTESTS}/${id}`, { strategy_name: 'renamed', sharpe_ratio: 9 });
    const [run] = await list({ sort: 'sharpe_ratio', strategy_name: 'renamed' });
    expect(run).toMatchObject({ id, measures: { sharpe_ratio: 9 } });
    await api.patch(`${RUNS}/backtest/${id}/labels`, { tags: ['deleted'] });
    await api.delete(`${BACKTESTS}/${id}`);
    expect(await list({ tag: 'deleted' })).toEqual([]);
    expect(keysOf(await list())).toEqual(all());
  });

  it('has a list of sweeps beside it, without their combinations', async () => {
    const { status, body } = await api.get(SWEEP);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 1,
      items: [
        {
          id: sweep,
          status: 'completed',
          best: { parameters: { fast: 10, slow: 30 }, sharpe_ratio: 0.6, score: 0.6 },
          trials: 2,
          significance: { t_statistic: 1.5 },
          probability_of_backtest_overfitting: 0.5,
          benchmark: { total_return: 0.1 },
          verdict: { level: 'likely_luck' },
        },
      ],
    });
    const whole = (await api.get(`${SWEEP}/${sweep}`)).body as object;
    expect(whole).toMatchObject(body.items[0]);
    expect(Object.keys(whole).filter((name) => !(name in body.items[0]))).toEqual(
      expect.arrayContaining(['combinations', 'overfitting', 'fingerprint']),
    );
  });
});
