import { formatDate } from '#engine/market/parse-time';
import { type BacktestRequest, SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readSample } from '../support/sample-candles';
import { SearchClient } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';

const END = '2007-12-31';

/** The trades of a run, without what depends on when it ran. */
interface Trades {
  readonly items: readonly Record<string, unknown>[];
  readonly total: number;
}

describe('runs of signals', () => {
  let stage: JobStage;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });

  const days = readSample().filter(({ openTime }) => openTime.toISOString() < END);
  const csv = (rows: readonly (readonly [Date, string])[]) =>
    `time,x\n${rows.map(([time, x]) => `${formatDate(time.getTime())},${x}\n`).join('')}`;
  const put = (name: string, body: string) => stage.api.datasets('PUT', `/${name}?interval=1d`, body);
  const signals = (parameters: object): BacktestRequest => ({
    ...{ ...SMA_CROSS, end_date: END, strategy_name: 'signals' },
    parameters,
    execution: { slippage_bps: 5, allow_short: true },
  });
  const complete = async (request: BacktestRequest) => {
    const id = await stage.api.submit(request);
    await stage.audit.untilStatus(id, 'completed');
    return stage.api.report(id);
  };
  const tradesOf = async (id: number) =>
    JSON.parse((await stage.api.request('GET', `/${id}/trades?size=1000`)).text) as Trades;

  it('make the trades of a built-in strategy whose decisions were uploaded', async () => {
    const own = await complete({
      ...signals({}),
      strategy_name: 'sma_cross',
      parameters: { fast: 10, slow: 30 },
    });
    const { items, total } = await tradesOf(own.id);
    // A trade is entered at the open after its decision, and each is followed by the one of the other side.
    const at = new Map(days.map(({ openTime }, index) => [openTime.getTime(), index]));
    const decisions = items.map(({ entry_time, side }): [Date, string] => [
      days[at.get(Date.parse(entry_time as string))! - 1].openTime,
      side === 'long' ? '1' : '-1',
    ]);
    expect((await put('crosses', csv(decisions))).status).toBe(201);
    const report = await complete(signals({ dataset: 'crosses', column: 'x', mode: 'entries', trials: 250 }));
    expect(await tradesOf(report.id)).toMatchObject({ items, total });
    expect(total).toBeGreaterThan(20);
    expect(report).toMatchObject({
      datasets: [{ name: 'crosses', version: 1 }],
      lookahead_check: { passed: true },
      deflated_sharpe_ratio: expect.any(Number) as number,
      fingerprint: { data_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
    expect(report.warnings).toContainEqual(
      expect.stringMatching(/^crosses.x has values at \d+ of the 2\d{3} bars, from 2000-/),
    );
    expect(report.metrics).toEqual(own.metrics);
  });

  it('keep the version that was the newest at their submission, and the dataset until they are over', async () => {
    await put('fixed', csv(days.map(({ openTime }, index) => [openTime, index < 100 ? '1' : '0'])));
    await stage.runWorkers(0);
    const id = await stage.api.submit(signals({ dataset: 'fixed', column: 'x' }));
    await put('fixed', csv(days.map(({ openTime }) => [openTime, '0'])));
    const refused = await stage.api.datasets('DELETE', '/fixed');
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(`The unfinished backtest ${id} needs the dataset fixed`),
    ]);
    await stage.runWorkers(1);
    await stage.audit.untilStatus(id, 'completed');
    expect(await stage.api.report(id)).toMatchObject({
      datasets: [{ name: 'fixed', version: 1 }],
      metrics: { trades: 1 },
    });
    const newest = await complete(signals({ dataset: 'fixed', column: 'x' }));
    expect(newest).toMatchObject({ datasets: [{ version: 2 }], metrics: { trades: 0 } });
    const named = await complete(signals({ dataset: 'fixed', version: 1, column: 'x' }));
    expect(named).toMatchObject({ datasets: [{ version: 1 }], metrics: { trades: 1 } });
    expect((await stage.api.datasets('DELETE', '/fixed')).status).toBe(204);
    expect((await stage.api.request('GET', `/${id}/report`)).status).toBe(200);
  });

  it('run through the windows of a walk-forward, and as rules of a portfolio by the rows of each member', async () => {
    await put('halves', csv(days.map(({ openTime }, index) => [openTime, index % 50 < 25 ? '0.5' : '0'])));
    const searches = new SearchClient(stage);
    const submitted = await searches.walkForward(
      { ...signals({ dataset: 'halves', column: 'x' }), n_splits: 3, min_trades: 0 },
      'wait=60',
    );
    expect(await searches.untilOver('walk-forward', submitted.id)).toMatchObject({
      status: 'completed',
      detail: null,
      windows: [{}, {}, {}],
    });
    const own = days.slice(0, 300).map(({ openTime }) => `${formatDate(openTime.getTime())},SPX,1\n`);
    await put('members', `time,symbol,x\n${own.join('')}`);
    const { text } = await searches.request('POST', '/backtesting/portfolio', {
      body: {
        universe: [{ exchange: 'us', symbol: 'SPX' }],
        ...{ interval: '1d', start_date: '2000-01-03', end_date: '2000-12-29' },
        rules: {
          strategy_name: 'signals',
          parameters: { dataset: 'members', column: 'x', mode: 'entries' },
          max_open_positions: 1,
        },
      },
      prefer: 'wait=60',
    });
    const { id } = JSON.parse(text) as { id: number };
    const report = await searches.request('GET', `/backtesting/portfolio/${id}/report`);
    expect(JSON.parse(report.text)).toMatchObject({
      status: 'completed',
      metrics: { trades: 1 },
      datasets: [{ name: 'members', version: 1 }],
      lookahead_check: { passed: true },
    });
  });

  it('are refused with the field that is wrong', async () => {
    await put('texts', 'time,x\n2000-01-03,buy\n');
    await put('outside', 'time,x\n1990-01-03,1\n');
    await put('apple', 'time,symbol,x\n2000-01-03,AAPL,1\n');
    const answers: [object, RegExp][] = [
      [
        { dataset: 'nothing', column: 'x' },
        /^parameters.dataset must be of a stored dataset: there is no dataset nothing/,
      ],
      [
        { dataset: 'texts', version: 2, column: 'x' },
        /^parameters.version must be of a stored dataset: there is no dataset texts of version 2/,
      ],
      [
        { dataset: 'texts', column: 'x' },
        /^parameters.column must be the name of a column of numbers or flags/,
      ],
      [{ dataset: 'texts', column: 'x', mode: 'both' }, /parameters.mode must be one of target, entries/],
    ];
    for (const [parameters, detail] of answers) {
      const { status, text } = await stage.api.request('POST', '', signals(parameters));
      expect([status, (JSON.parse(text) as { detail: string }).detail]).toEqual([
        422,
        expect.stringMatching(detail),
      ]);
    }
    for (const [dataset, reason] of [
      ['outside', /^outside.x has no value at the open time of a candle of the range/],
      ['apple', /^parameters.column: the dataset apple has no rows of SPX/],
    ] as const) {
      const id = await stage.api.submit(signals({ dataset, column: 'x' }));
      await stage.audit.untilStatus(id, 'failed');
      expect((await stage.api.report(id)).detail).toMatch(reason);
    }
  });
});
