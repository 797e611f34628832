import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { BacktestRequest } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { SearchClient } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';
import type { Verification } from '../support/verifications';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2022, 2, 1);
const TRADED = { exchange: 'desk', symbol: 'ATOM/USDT', interval: '1h' } as const;
const OTHER = { exchange: 'desk', symbol: 'OTHER/USDT', interval: '1h' } as const;
const MEMBER = { exchange: 'desk', symbol: 'MEMBER/USDT', interval: '1h' } as const;

const at = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString().replace('.000Z', 'Z');

/** Three days of hours at one price before an hour and at another one from it on. */
const hours = (rises: number): CandleToWrite[] =>
  Array.from({ length: 72 }, (_, hour) => {
    const price = hour < rises ? '100' : '101';
    return {
      openTime: new Date(BEGIN + hour * HOUR),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: '1',
    };
  });

describe('rules that read other data', () => {
  let stage: JobStage;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    await stage.store(TRADED, hours(6));
    await stage.store(MEMBER, hours(6));
    await stage.store(OTHER, hours(10));
    await stage.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
       values ($1, $2, '2022-03-01T08:00:00.004Z', 0.0001), ($1, $2, '2022-03-01T16:00:00.004Z', 0.0003)`,
      [TRADED.exchange, TRADED.symbol],
    );
    await stage.query(
      `insert into headlines (fingerprint, source, title, published_at, symbols) values
         ('other-data-1', 'test', 'Committee meets on Tuesday', '2022-03-01T02:00Z', array['ATOM/USDT']),
         ('other-data-2', 'test', 'Superb gains, a great success and a wonderful win', '2022-03-01T20:30Z', array['ATOM/USDT'])`,
    );
    const rows = [0, 12, 30].map((hour) => `${at(hour)},${hour / 10},${at(hour + 0.5)}`);
    const uploaded = await stage.api.datasets(
      'PUT',
      '/published?available_at=published',
      `time,score,published\n${rows.join('\n')}\n`,
    );
    expect(uploaded).toMatchObject({ status: 201 });
  });

  const requestOf = (entry: object, parameters: object = {}): BacktestRequest => ({
    ...TRADED,
    strategy_name: 'custom',
    start_date: '2022-03-01',
    end_date: '2022-03-03',
    parameters: { rules: { entry_long: entry }, ...parameters },
    execution: { fee_preset: 'none' },
  });
  const reportOf = async (request: BacktestRequest, status = 'completed') => {
    const id = await stage.api.submit(request);
    await stage.audit.untilStatus(id, status);
    return stage.api.report(id);
  };
  const firstEntry = async (id: number) => {
    const { text } = await stage.api.request('GET', `/${id}/trades?size=1`);
    return (JSON.parse(text) as { items: { entry_time: string }[] }).items[0].entry_time;
  };
  const verify = async (id: number) =>
    JSON.parse((await stage.api.request('POST', `/${id}/verify`)).text) as Verification;

  // What is known at a close is filled at the next open.
  it.each([
    // The row of 12:00 was published at 12:30, within the bar that closes at 13:00.
    ['a column of a dataset', { gt: [{ column: 'published.score' }, 1] }, 13],
    // It rises in the bar of 10:00, which closes at 11:00.
    ['candles of another series', { gt: [{ close: { exchange: 'desk', symbol: 'OTHER/USDT' } }, 100.5] }, 11],
    // The traded one rises at 06:00, in the 4h bar that closes at 08:00.
    ['a longer interval', { gt: [{ close: { interval: '4h' } }, 100.5] }, 8],
    // Of the 4h bars that close at 04:00, 08:00 and 12:00 the mean of two is above 100.6 at 12:00.
    ['an indicator of a longer interval', { gt: [{ sma: { period: 2, interval: '4h' } }, 100.6] }, 12],
    // Settled at 16:00, the close of the bar of 15:00.
    ['funding rates', { gt: [{ funding_rate: {} }, 0.0002] }, 16],
    // Published at 20:30, known at 21:00; the neutral one before is known at 03:00.
    ['sentiment', { gt: [{ sentiment: {} }, 0.2] }, 21],
  ])('know %s at the close of a bar', async (_what, entry, hour) => {
    const report = await reportOf(requestOf(entry));
    expect([report.detail, await firstEntry(report.id)]).toEqual([null, at(hour)]);
    expect(report).toMatchObject({
      lookahead_check: { passed: true },
      fingerprint: { data_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
  });

  it('are verified with it, and say what changed', async () => {
    const { id } = await reportOf(
      requestOf({ gt: [{ close: { exchange: 'desk', symbol: 'OTHER/USDT' } }, 100.5] }),
    );
    expect(await verify(id)).toMatchObject({ identical: true, changed: [] });
    const [candle] = hours(24);
    await stage.store(OTHER, [{ ...candle, high: '100.9', close: '100.9' }]);
    expect(await verify(id)).toMatchObject({ identical: false, changed: ['data', 'results'] });
    const column = await reportOf(requestOf({ gt: [{ column: 'published.score' }, 1] }));
    expect(column).toMatchObject({ datasets: [{ name: 'published', version: 1 }] });
  });

  it('are refused where it is not stored, with its path in the rules', async () => {
    const refused = await stage.api.request('POST', '', requestOf({ gt: [{ column: 'nothing.score' }, 1] }));
    expect([refused.status, (JSON.parse(refused.text) as { detail: string }).detail]).toEqual([
      422,
      expect.stringContaining(
        'parameters.rules.entry_long.gt[0] must be of a stored dataset: there is no dataset nothing',
      ),
    ]);
    for (const [entry, reason] of [
      [
        { close: { interval: '1d', exchange: 'desk', symbol: 'NONE' } },
        'there are no 1d candles of NONE on desk',
      ],
      [{ close: { interval: '30m' } }, 'the interval 30m is no multiple of that of the run, 1h'],
      [{ funding_rate: { exchange: 'desk', symbol: 'NONE' } }, 'there are no funding rates of NONE on desk'],
    ] as const) {
      const { detail } = await reportOf(requestOf({ gt: [entry, 1] }), 'failed');
      expect(detail).toContain(`parameters.rules.entry_long.gt[0]: ${reason}`);
    }
  });

  it('are searched, and shared by the members of a portfolio', async () => {
    const searches = new SearchClient(stage);
    const entry = { gt: [{ column: 'published.score' }, { param: 'from' }] };
    const { id } = await searches.sweep({
      ...requestOf(entry, { from: 1 }),
      param_grid: { from: [1, 2] },
      min_trades: 0,
    });
    expect(await searches.untilOver('sweep', id)).toMatchObject({
      status: 'completed',
      detail: null,
      request: { datasets: [{ name: 'published', version: 1 }] },
    });
    const { text } = await searches.request('POST', '/backtesting/portfolio', {
      body: {
        universe: [TRADED, MEMBER].map(({ exchange, symbol }) => ({ exchange, symbol })),
        ...{ interval: '1h', start_date: '2022-03-01', end_date: '2022-03-03' },
        rules: {
          strategy_name: 'custom',
          parameters: { rules: { entry_long: { gt: [{ close: { interval: '4h' } }, 100.5] } } },
          max_open_positions: 2,
        },
      },
      prefer: 'wait=60',
    });
    const portfolio = JSON.parse(text) as { id: number; status: string };
    expect(portfolio).toMatchObject({ status: 'completed' });
    const trades = await searches.request('GET', `/backtesting/portfolio/${portfolio.id}/trades`);
    expect(JSON.parse(trades.text)).toMatchObject({
      items: [{ entry_time: at(8) }, { entry_time: at(8) }],
    });
  });

  it('rank the members of a portfolio, and give their weights', async () => {
    const searches = new SearchClient(stage);
    const rows = [TRADED, MEMBER].map(({ symbol }, index) => `${at(0)},${symbol},${0.25 + index / 2}\n`);
    await stage.api.datasets('PUT', '/weights?interval=1h', `time,symbol,weight\n${rows.join('')}`);
    const request = (allocation: object) => ({
      universe: [TRADED, MEMBER].map(({ exchange, symbol }) => ({ exchange, symbol })),
      ...{ interval: '1h', start_date: '2022-03-01', end_date: '2022-03-03', rebalance: { bars: 24 } },
      ...allocation,
    });
    const rule = { column: 'weights.weight' };
    for (const [allocation, weights] of [
      [{ ranking: { by: { rule }, top: 1 } }, [1]],
      [{ weights: { method: 'given', rule } }, [0.25, 0.75]],
    ] as const) {
      const body = request(allocation);
      const { text } = await searches.request('POST', '/backtesting/portfolio', { body, prefer: 'wait=60' });
      const { id } = JSON.parse(text) as { id: number };
      const report = await searches.request('GET', `/backtesting/portfolio/${id}/report`);
      expect(JSON.parse(report.text)).toMatchObject({
        ...{ status: 'completed', lookahead_check: { passed: true } },
        ...{ datasets: [{ name: 'weights', version: 1 }], resolved: allocation },
      });
      const first = await searches.request(
        'GET',
        `/backtesting/portfolio/${id}/weights?size=${weights.length}`,
      );
      expect(
        (JSON.parse(first.text) as { items: { target: number }[] }).items.map(({ target }) => target),
      ).toEqual(weights);
    }
    const refused = await searches.request('POST', '/backtesting/portfolio', {
      body: request({ weights: { method: 'given', rule: { column: 'nothing.x' } } }),
    });
    expect([refused.status, (JSON.parse(refused.text) as { detail: string }).detail]).toEqual([
      422,
      expect.stringMatching(/^weights\.rule must be of a stored dataset/),
    ]);
  });
});
