import type { JobStage } from '../support/job-stage';
import {
  EQUAL_MONTHLY,
  memberDays,
  membersOf,
  PortfolioClient,
  storeMember,
  storeMembers,
} from '../support/portfolio-client';
import { sharedStage } from '../support/shared-stage';

const ALL_OF = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`);

describe('portfolio runs that cannot be', () => {
  let stage: JobStage;
  let portfolios: PortfolioClient;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    await storeMembers(stage);
    portfolios = new PortfolioClient(stage);
    await storeMember(stage, 'LATE', memberDays(0, 100, 1_000));
    await storeMember(stage, 'DAY', memberDays(0, 1));
    await storeMember(
      stage,
      'FLAT',
      memberDays(0).map((candle) => ({ ...candle, open: '10', high: '10', low: '10', close: '10' })),
    );
    for (const [index, symbol] of ALL_OF(30).entries())
      await storeMember(stage, symbol, memberDays(index * 40));
  });

  it.each<[string, object, RegExp]>([
    [
      'series without candles, all named',
      { universe: membersOf('A', 'NONE', 'NEVER') },
      /there are no 1d candles of NONE on test; there are no 1d candles of NEVER on test/,
    ],
    [
      'symbols that no exchange has',
      { universe: [{ symbol: 'A' }, { symbol: 'NOWHERE' }] },
      /no exchange has candles of NOWHERE/,
    ],
    [
      'series of longer intervals alone',
      { interval: '1h', universe: membersOf('A', 'B') },
      /there are no 1h candles of A on test; there are no 1h candles of B on test/,
    ],
    [
      'series that never overlap',
      { universe: membersOf('A', 'LATE'), end_date: '2020-01-01' },
      /series never overlap/,
    ],
    [
      'a range without candles',
      { start_date: '2015-01-01', end_date: '2015-12-31' },
      /there are no candles in the requested range/,
    ],
    [
      'a series without variance',
      { universe: membersOf('A', 'FLAT'), weights: { method: 'inverse_volatility', lookback: 20 } },
      /FLAT/,
    ],
    [
      'more series than observations, whose covariance is singular',
      { universe: membersOf(...ALL_OF(30)), weights: { method: 'risk_parity', lookback: 10 } },
      /almost no variance in their 10 returns; a longer lookback, fewer members/,
    ],
    [
      'more than the universe has',
      { weights: undefined, ranking: { by: { momentum: { lookback: 20 } }, top: 4 } },
      /hold 4 members, the universe has 3/,
    ],
    ['a rebalance on no bar', { rebalance: { bars: 400 } }, /rebalance\.bars of 400 falls on no bar/],
    [
      'too little history',
      { weights: { method: 'inverse_volatility', lookback: 400 } },
      /too little history: no member has the 401 closes/,
    ],
    [
      'a named benchmark without candles',
      { benchmark: { exchange: 'test', symbol: 'NONE' } },
      /the benchmark: there are no 1d candles of NONE on test/,
    ],
  ])('fail with the reason: %s', async (_, change, reason) => {
    const report = await portfolios.run({ ...EQUAL_MONTHLY, ...change });
    expect(report).toMatchObject({ status: 'failed', metrics: null, contributions: [] });
    expect(report.detail).toMatch(reason);
  });

  it('do without a series that ends on the first day, and say so', async () => {
    const report = await portfolios.run({ ...EQUAL_MONTHLY, universe: membersOf('A', 'DAY') });
    expect(report.status).toBe('completed');
    const [, { symbol, pnl }] = report.contributions;
    expect([symbol, Number(pnl)]).toEqual(['DAY', 0]);
  });

  it('end with a deletion', async () => {
    const goOn = await stage.holdCandles();
    const id = await portfolios.submit(EQUAL_MONTHLY);
    await stage.untilWaiting('worker', 3);
    expect((await stage.api.request('DELETE', `/portfolio/${id}`)).status).toBe(204);
    await goOn();
    expect((await stage.api.request('GET', `/portfolio/${id}`)).status).toBe(404);
    expect(await stage.jobs('portfolio', [id])).toEqual([]);
    // What the worker still computed of it left nothing.
    await portfolios.run(EQUAL_MONTHLY);
    expect(await stage.query('select from portfolio_reports where portfolio_id = $1', [id])).toEqual([]);
  });
});
