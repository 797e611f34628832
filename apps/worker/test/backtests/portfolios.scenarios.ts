import type { JobStage } from '../support/job-stage';
import {
  EQUAL_MONTHLY,
  memberDays,
  membersOf,
  PortfolioClient,
  type PortfolioReport,
  storeMember,
  storeMembers,
} from '../support/portfolio-client';
import { sharedStage } from '../support/shared-stage';
import { identicalVerification } from '../support/verifications';

interface Weight {
  readonly rebalance: number;
  readonly decided_at: string;
  readonly filled_at: string;
  readonly symbol: string;
  readonly target: number;
  readonly reached: number;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

describe('a portfolio run, from its submission to its results', () => {
  let stage: JobStage;
  let portfolios: PortfolioClient;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    await storeMembers(stage);
    portfolios = new PortfolioClient(stage);
  });

  const closesOf = (symbol: string) =>
    memberDays('ABC'.indexOf(symbol) * 700).map(({ close }) => Number(close));

  it('holds equal weights without costs as the closes say, and gives the profit to its members', async () => {
    const free = { fees: { maker: '0', taker: '0' }, slippage_bps: 0, fill: 'close' };
    const request = { ...EQUAL_MONTHLY, rebalance: { bars: 298 }, execution: free };
    const report = await portfolios.run(request);
    expect([report.status, report.detail]).toEqual(['completed', null]);
    // Bought at the first close; the second decision, at the last close but one, has a day to move.
    const growth = ['A', 'B', 'C'].map((symbol) => closesOf(symbol)[298] / closesOf(symbol)[0]);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const lastDay = mean(['A', 'B', 'C'].map((symbol) => closesOf(symbol)[299] / closesOf(symbol)[298]));
    expect(report.metrics.total_return).toBeCloseTo(mean(growth) * lastDay - 1, 9);
    expect(report.benchmark.total_return).toBeCloseTo(report.metrics.total_return, 12);
    const profit = report.contributions.reduce((sum, { pnl }) => sum + Number(pnl), 0);
    expect(profit).toBeCloseTo(Number(report.metrics.final_equity) - 10_000, 6);
    expect(report).toMatchObject({
      bars: 300,
      rebalances: 2,
      lookahead_check: { passed: true },
      resolved: {
        weights: { method: 'equal', lookback: 252, max_weight: 1, cash: 0 },
        rebalance: { bars: 298 },
        delisting_return: 0,
      },
    });
    expect(report.warnings).toContainEqual(expect.stringMatching(/^survivorship bias: no member has dates/));
    expect(report.correlations.coefficients.map((line, index) => line[index])).toEqual([1, 1, 1]);
  });

  it('lists weights by rebalance and member, in pages and as CSV', async () => {
    const { id } = await portfolios.run(EQUAL_MONTHLY);
    const all = await portfolios.get<Page<Weight>>(`/${id}/weights?size=1000`);
    expect(all.total).toBe(all.items.length);
    // The first bar, and the first of each month after January but for the last bar of the run.
    expect(all.items.map(({ rebalance }) => rebalance)).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, index + 1, index + 1]).flat(),
    );
    expect(all.items[3]).toMatchObject({
      decided_at: '2010-02-02T00:00:00Z',
      filled_at: '2010-02-02T00:00:00Z',
      symbol: 'A',
      target: 1 / 3,
    });
    const pages: Weight[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      pages.push(...(await portfolios.get<Page<Weight>>(`/${id}/weights?size=7&page=${page}`)).items);
    }
    expect(pages).toEqual(all.items);
    const [header, ...lines] = await portfolios.csv(`/${id}/weights`);
    expect(header).toBe(
      'rebalance,decided_at,filled_at,exchange,symbol,member,target,drifted,reached,turnover,cost',
    );
    expect(lines).toHaveLength(30);
    expect(lines[3]).toMatch(/^2,2010-02-02T00:00:00Z,2010-02-02T00:00:00Z,test,A,0,0\.333/);
  });

  it('lists trades of members, and the curves of the account', async () => {
    const { id, metrics } = await portfolios.run(EQUAL_MONTHLY);
    interface Trade {
      readonly symbol: string;
      readonly pnl: string;
      readonly exit_reason: string;
      readonly mae: number;
    }
    const trades = await portfolios.get<Page<Trade>>(`/${id}/trades?size=1000`);
    expect(trades.total).toBe(metrics.trades);
    expect(new Set(trades.items.map(({ exit_reason }) => exit_reason))).toEqual(
      new Set(['rebalance', 'end_of_data']),
    );
    expect(trades.items.every(({ mae }) => mae >= 0)).toBe(true);
    const ofB = await portfolios.get<Page<Trade>>(`/${id}/trades?symbol=B&sort=pnl&order=desc&size=1000`);
    expect(ofB.items.map(({ pnl }) => Number(pnl))).toEqual(
      trades.items
        .filter(({ symbol }) => symbol === 'B')
        .map(({ pnl }) => Number(pnl))
        .sort((a, b) => b - a),
    );
    expect(await portfolios.csv(`/${id}/trades?exit_reason=end_of_data`)).toHaveLength(4);

    const { points, total } = await portfolios.get<{ points: object[]; total: number }>(
      `/${id}/equity?with=benchmark,drawdown,cash&points=20&rolling=30`,
    );
    expect(total).toBe(300);
    expect(points.length).toBeLessThanOrEqual(20);
    expect(points[0]).toMatchObject({ time: '2010-01-01T00:00:00Z', equity: '10000', drawdown: 0, cash: 1 });
    expect(points.at(-1)).toMatchObject({
      equity: metrics.final_equity,
      rolling_beta: expect.any(Number) as number,
    });
    const distribution = await portfolios.get<object>(`/${id}/distribution`);
    expect(distribution).toMatchObject({
      returns: { count: 299, basis: 'daily' },
      trades: { count: metrics.trades },
    });
  });

  it('is in the list of all runs, compared with others, and reported as an event', async () => {
    const { id, metrics } = await portfolios.run({ ...EQUAL_MONTHLY, universe: membersOf('A', 'B') });
    const other = await portfolios.run({
      ...EQUAL_MONTHLY,
      weights: { method: 'inverse_volatility', lookback: 20 },
    });
    const { text } = await stage.api.request('GET', '/runs?kind=portfolio&parameters=weights.lookback:20');
    const { items } = JSON.parse(text) as Page<object>;
    expect(items).toEqual([
      expect.objectContaining({
        kind: 'portfolio',
        id: other.id,
        allocation: 'weights',
        strategy_name: 'inverse_volatility',
        symbol: 'A, B, C',
        exchange: 'test',
        status: 'completed',
        author: expect.any(String) as string,
        verdict: expect.any(String) as string,
        measures: expect.objectContaining({
          total_return: other.metrics.total_return,
          trades: other.metrics.trades,
          benchmark_return: other.benchmark.total_return,
        }) as object,
      }),
    ]);
    const compared = await stage.api.request('GET', `/compare?runs=portfolio:${id},portfolio:${other.id}`);
    const { differences } = JSON.parse(compared.text) as { differences: { setting: string }[] };
    expect(differences.map(({ setting }) => setting)).toEqual(
      expect.arrayContaining(['strategy_name', 'weights.method', 'weights.lookback', 'members']),
    );
    const labelled = await stage.api.request('PATCH', `/runs/portfolio/${id}/labels`, { name: 'two' });
    expect(labelled.status).toBe(200);
    const events = await stage.query<{ content: object }>(
      `select content -> 0 as content from events where kind = 'portfolio.finished' and (content -> 0 ->> 'id')::integer = $1`,
      [id],
    );
    expect(events.map(({ content }) => content)).toEqual([
      expect.objectContaining({
        id,
        status: 'completed',
        allocation: 'weights',
        strategy_name: 'equal',
        universe: null,
        member_count: 2,
        total_return: metrics.total_return,
      }),
    ]);
  });

  it('keeps the members that its universe had', async () => {
    const put = (members: readonly object[]) => stage.api.universes('PUT', '/pair', { members });
    expect((await put(membersOf('A', 'B'))).status).toBe(201);
    const before = await portfolios.run({ ...EQUAL_MONTHLY, universe: 'pair' });
    expect((await put(membersOf('A', 'C'))).status).toBe(200);
    const after = await portfolios.run({ ...EQUAL_MONTHLY, universe: 'pair' });
    expect(after.fingerprint).not.toEqual(before.fingerprint);
    expect(await portfolios.get<PortfolioReport>(`/${before.id}/report`)).toMatchObject({
      universe: 'pair',
      members: membersOf('A', 'B').map((member) => ({ ...member, from: null, to: null })),
    });
    const verified = await stage.api.request('POST', `/portfolio/${before.id}/verify`);
    expect(JSON.parse(verified.text)).toMatchObject({ identical: true });
  });

  it('is verified as identical until a candle or a member is another one', async () => {
    const { id, metrics, fingerprint } = await portfolios.run(EQUAL_MONTHLY);
    const verify = async () => {
      const { status, text } = await stage.api.request('POST', `/portfolio/${id}/verify`);
      expect(status).toBe(200);
      return JSON.parse(text) as { changed: string[] };
    };
    expect(await verify()).toEqual(identicalVerification({ id, metrics, fingerprint }));
    const [first, ...rest] = memberDays(1_400);
    await storeMember(stage, 'C', [{ ...first, close: first.high }, ...rest]);
    expect((await verify()).changed).toEqual(['candles', 'results']);
    await storeMember(stage, 'C', memberDays(1_400));
    expect(await verify()).toMatchObject({ identical: true });
  });

  it('is completed once by another worker when its own is killed in the middle', async () => {
    const expected = await portfolios.run(EQUAL_MONTHLY);
    await stage.runWorkers(0);
    const killed = await stage.startWorker();
    const goOn = await stage.holdCandles();
    const id = await portfolios.submit(EQUAL_MONTHLY);
    await stage.untilWaiting('worker', 3);
    await killed.kill();
    await goOn();
    await stage.startWorker();
    await stage.untilFinished('portfolio', id);
    const report = await portfolios.get<PortfolioReport>(`/${id}/report`);
    expect(report).toMatchObject({
      status: 'completed',
      metrics: expected.metrics,
      fingerprint: expected.fingerprint,
      timings: { losses: 1 },
    });
    const weights = (run: number) => portfolios.csv(`/${run}/weights`);
    expect(await weights(id)).toEqual(await weights(expected.id));
  });
});
