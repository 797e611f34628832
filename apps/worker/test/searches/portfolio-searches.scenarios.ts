import type { JobStage } from '../support/job-stage';
import { membersOf, storeMember, memberDays } from '../support/portfolio-client';
import { SEARCHED, storeSearchedMembers } from '../support/portfolio-searches';
import { type Search, SearchClient, type SearchRoute, type Sweep } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';
import { identicalVerification } from '../support/verifications';

const RANKING = { by: { momentum: { lookback: 30 } }, top: 2 };

interface Trade {
  readonly window: number;
  readonly symbol: string;
  readonly exchange: string;
  readonly exit_reason: string;
  readonly mae: number;
}

describe('searches over a portfolio', () => {
  let stage: JobStage;
  let searches: SearchClient;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(2);
    await storeSearchedMembers(stage);
    searches = new SearchClient(stage);
  });

  const run = async (route: SearchRoute, fields: object): Promise<Search> => {
    const { id } = await searches.portfolio(route, { ...SEARCHED, ...fields });
    return searches.untilOver(route, id);
  };
  const read = async <T>(path: string): Promise<T> => {
    const { status, text } = await searches.request('GET', `/backtesting/${path}`);
    expect(status).toBe(200);
    return JSON.parse(text) as T;
  };
  /** The figures of one portfolio run. */
  const runAlone = async (fields: object) => {
    const answer = await searches.request('POST', '/backtesting/portfolio', {
      body: { ...SEARCHED, ...fields },
      prefer: 'wait=60',
    });
    const { id } = JSON.parse(answer.text) as { id: number };
    return read<Record<string, { total_return: number; sharpe_ratio: number; trades: number }>>(
      `portfolio/${id}/report`,
    );
  };

  it('tries each combination of settings as a portfolio run of its own would have it', async () => {
    const found = (await run('sweep', {
      ranking: RANKING,
      param_grid: { 'ranking.by.momentum.lookback': [20, 40], 'ranking.top': [1, 2] },
    })) as Sweep;
    expect(found).toMatchObject({
      status: 'completed',
      detail: null,
      allocation: 'ranking',
      universe: null,
      strategy_name: 'momentum',
      symbol: 'D, E, F and 1 more',
      exchange: 'test',
      trials: 4,
      probability_of_backtest_overfitting: expect.any(Number),
      significance: { deflated_sharpe_ratio: null },
      lookahead_check: { passed: true, cuts: 5 },
      request: {
        parameters: {},
        portfolio: { ranking: RANKING, rebalance: { every: 'weekly' }, weights: null },
      },
    });
    expect(found.combinations.map(({ parameters }) => parameters)).toEqual(
      [20, 40].flatMap((lookback) =>
        [1, 2].map((top) => ({ 'ranking.by.momentum.lookback': lookback, 'ranking.top': top })),
      ),
    );
    // The longest lookback warms all of them up, and those that need less are the same with more.
    const [, , , last] = found.combinations;
    const alone = await runAlone({ ranking: { by: { momentum: { lookback: 40 } }, top: 2 } });
    expect(alone.metrics).toMatchObject({
      total_return: last.total_return,
      sharpe_ratio: last.sharpe_ratio,
      max_drawdown: last.max_drawdown,
      trades: last.trades,
    });
    expect(found.benchmark.total_return).toBe(alone.benchmark.total_return);
    const matrix = await read<{ cells: number[][] }>(
      `sweep/${found.id}/matrix?x=ranking.top&y=ranking.by.momentum.lookback&measure=trades`,
    );
    expect(matrix.cells.flat()).toEqual(found.combinations.map(({ trades }) => trades));
    expect(await searches.verify('sweep', found.id)).toMatchObject(
      identicalVerification({ id: found.id, fingerprint: found.fingerprint, metrics: expect.any(Object) }),
    );
  });

  it('tests the settings of each training, and shows the tests as one account', async () => {
    const found = await run('walk-forward', {
      weights: { method: 'inverse_volatility' },
      param_grid: {
        'weights.lookback': [20, 40],
        'weights.max_weight': [0.4, 0.7, 1],
      },
      n_splits: 3,
    });
    expect(found).toMatchObject({
      status: 'completed',
      detail: null,
      allocation: 'weights',
      lookahead_check: { passed: true, cuts: 5 },
      summary: {
        windows: 3,
        trials: 6,
        deflated_sharpe_ratio: expect.any(Number),
        probability_of_backtest_overfitting: expect.any(Number),
      },
    });
    expect(found.candles_corrected_since).toMatchObject({ count: 0 });
    const { relative } = await read<{ relative: object }>(`walk-forward/${found.id}/report`);
    expect(relative).toMatchObject({
      beta: expect.any(Number),
      information_ratio: expect.any(Number),
      break_even_cost_bps: expect.any(Number),
    });
    const windows = found.windows as { out_of_sample: { trades: number }; best_parameters: object }[];
    const summary = found.summary as Record<string, number>;
    expect(Object.keys(windows[0].best_parameters)).toEqual(['weights.lookback', 'weights.max_weight']);
    const { items } = await read<{ items: Trade[] }>(`walk-forward/${found.id}/trades?size=1000`);
    expect(windows.map((_, index) => items.filter(({ window }) => window === index).length)).toEqual(
      windows.map(({ out_of_sample }) => out_of_sample.trades),
    );
    expect(new Set(items.map(({ symbol }) => symbol))).toEqual(new Set(['D', 'E', 'F', 'G']));
    expect(new Set(items.map(({ exit_reason }) => exit_reason))).toEqual(
      new Set(['rebalance', 'end_of_data']),
    );
    for (const trade of items) expect(trade.mae).toBeGreaterThanOrEqual(0);
    const { points } = await read<{ points: { equity: number }[] }>(`walk-forward/${found.id}/equity`);
    expect(points.at(-1)!.equity).toBeCloseTo(1 + summary.out_of_sample_return, 12);
    const report = await read<{ metrics: Record<string, number> }>(`walk-forward/${found.id}/report`);
    expect(report.metrics.total_return).toBeCloseTo(summary.out_of_sample_return, 12);
    expect(report.metrics.sharpe_ratio).toBeCloseTo(summary.out_of_sample_sharpe, 9);
    expect(await searches.verify('walk-forward', found.id)).toMatchObject(
      identicalVerification({ id: found.id, fingerprint: found.fingerprint, metrics: expect.any(Object) }),
    );
  });

  it('searches the parameters of one strategy on all members', async () => {
    const found = (await run('sweep', {
      rules: { strategy_name: 'sma_cross', parameters: { slow: 30 }, max_open_positions: 2 },
      rebalance: undefined,
      param_grid: { 'rules.parameters.fast': [5, 40], 'rules.max_open_positions': [1, 3] },
    })) as Sweep;
    expect(found).toMatchObject({
      status: 'completed',
      allocation: 'rules',
      strategy_name: 'sma_cross',
      trials: 2,
    });
    expect(found.warnings).toContainEqual('combinations that the portfolio does not accept, left out: 2');
  });

  it('names a changed candle of a member in a verification', async () => {
    const found = await run('sweep', { weights: { method: 'equal' }, rebalance: undefined });
    expect(found).toMatchObject({ status: 'completed', trials: 3 });
    const [candle] = memberDays(900 + 400, 1, 400);
    await storeMember(stage, 'E', [{ ...candle, close: candle.low }]);
    expect(await searches.verify('sweep', found.id)).toMatchObject({
      identical: false,
      changed: expect.arrayContaining(['candles']),
    });
    await storeMember(stage, 'E', [candle]);
  });

  it.each([
    [
      'more members than there are in every combination',
      { ranking: RANKING, param_grid: { 'ranking.top': [5, 6] } },
      /accepts none of the 2 .*ranking\.top and ranking\.bottom hold 5 members, the universe has 4/,
    ],
    [
      'a member without candles',
      { universe: membersOf('D', 'ABSENT'), weights: { method: 'equal' } },
      /there are no 1d candles of ABSENT/,
    ],
    [
      'lookbacks beyond all history',
      { weights: { method: 'inverse_volatility' }, param_grid: { 'weights.lookback': [1_500, 2_000] } },
      /too little data: the portfolio needs at least 1500 candles/,
    ],
  ])('fails with the reason for %s', async (_, fields, reason) => {
    const found = await run('sweep', fields);
    expect(found).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
  });
});
