import type { JobStage } from '../support/job-stage';
import { SearchClient } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';

interface WindowRead {
  readonly index: number;
  readonly test_start: string;
  readonly test_end: string;
  readonly out_of_sample: { readonly total_return: number; readonly trades: number };
}

interface Point {
  readonly time: string;
  readonly equity: number;
  readonly drawdown: number;
  readonly window: number;
}

describe('the tests of a walk-forward run', () => {
  let stage: JobStage;
  let searches: SearchClient;
  let id: number;
  let windows: readonly WindowRead[];
  let summary: Readonly<Record<string, number>>;
  beforeAll(async () => {
    stage = await sharedStage();
    searches = new SearchClient(stage);
    await stage.runWorkers(1);
    const found = await searches.walkForward({ param_grid: { fast: [10, 20], slow: [50] }, n_splits: 3 });
    id = found.id;
    windows = found.windows as WindowRead[];
    summary = found.summary as Record<string, number>;
  });

  const read = async <T>(path: string): Promise<T> => {
    const { status, text } = await searches.request('GET', `/backtesting/walk-forward/${id}/${path}`);
    expect(status).toBe(200);
    return JSON.parse(text) as T;
  };

  it('have an equity whose bars are in the windows, and which ends where the summary says', async () => {
    const { total, points } = await read<{ total: number; points: Point[] }>('equity');
    expect(points).toHaveLength(total);
    expect(points.at(-1)!.equity).toBeCloseTo(1 + summary.out_of_sample_return, 12);
    expect(Math.max(...points.map(({ drawdown }) => drawdown))).toBeCloseTo(
      summary.out_of_sample_max_drawdown,
      12,
    );
    for (const { index, test_start, test_end } of windows) {
      const inside = points.filter(({ window }) => window === index);
      expect([inside[0].time, inside.at(-1)!.time]).toEqual([test_start, test_end]);
    }
    const thin = await read<{ total: number; points: Point[] }>('equity?points=20');
    expect(thin.total).toBe(total);
    expect(thin.points.length).toBeLessThanOrEqual(20);
    for (const point of thin.points) expect(points).toContainEqual(point);
  });

  it('have the trades of each window', async () => {
    const { items } = await read<{ items: { window: number; return: number; mae: number }[] }>(
      'trades?size=1000',
    );
    const counts = windows.map(({ index }) => items.filter(({ window }) => window === index).length);
    expect(counts).toEqual(windows.map(({ out_of_sample }) => out_of_sample.trades));
    for (const trade of items) expect(trade.mae).toBeGreaterThanOrEqual(0);
  });

  it('have a distribution of returns whose Sharpe ratio is that of the summary', async () => {
    const { returns, trades } =
      await read<Record<'returns' | 'trades', Readonly<Record<string, number>>>>('distribution');
    expect((returns.mean / returns.standard_deviation) * Math.sqrt(252)).toBeCloseTo(
      summary.out_of_sample_sharpe,
      9,
    );
    expect(returns).toMatchObject({ basis: 'daily', value_at_risk_95: expect.any(Number) });
    expect(trades.count).toBe(windows.reduce((sum, { out_of_sample }) => sum + out_of_sample.trades, 0));
  });

  it('have a report with every figure of the joined account', async () => {
    const report = await read<{
      metrics: Record<string, number>;
      benchmark: { total_return: number };
      relative: Record<string, number>;
      monthly_returns: { return: number }[];
      drawdowns: { depth: number }[];
      windows: object[];
      bars: number;
    }>('report');
    expect(report.metrics.total_return).toBeCloseTo(summary.out_of_sample_return, 12);
    expect(report.metrics.sharpe_ratio).toBeCloseTo(summary.out_of_sample_sharpe, 9);
    expect(report.drawdowns[0].depth).toBeCloseTo(summary.out_of_sample_max_drawdown, 12);
    const growth = report.monthly_returns.reduce((product, month) => product * (1 + month.return), 1);
    expect(growth).toBeCloseTo(1 + summary.out_of_sample_return, 12);
    expect(report.windows).toEqual(windows);
    expect(report.benchmark.total_return).toBeCloseTo(
      (await read<{ points: { benchmark: number }[] }>('equity?with=benchmark')).points.at(-1)!.benchmark - 1,
      12,
    );
    // Over as many returns as there are, the rolling figures are those of the whole.
    const { observations, alpha, beta, information_ratio } = report.relative;
    const rolled = await read<{ points: Record<string, number>[] }>(
      `equity?points=4&rolling=${observations}`,
    );
    expect(rolled.points[0]).toMatchObject({ rolling_alpha: null, rolling_sharpe_ratio: null });
    const last = rolled.points.at(-1)!;
    expect(last.rolling_alpha).toBeCloseTo(alpha, 9);
    expect(last.rolling_beta).toBeCloseTo(beta, 9);
    expect(last.rolling_information_ratio).toBeCloseTo(information_ratio, 9);
    expect(last.rolling_sharpe_ratio).toBeCloseTo(summary.out_of_sample_sharpe, 9);
    expect(report.relative).toMatchObject({
      start: windows[0].test_start,
      end: windows.at(-1)!.test_end,
      break_even_cost_bps: expect.any(Number),
    });
    expect(report.bars).toBe((await read<{ total: number }>('equity?points=4')).total);
  });
});
