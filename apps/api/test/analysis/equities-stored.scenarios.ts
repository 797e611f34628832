import { type ProxiedApi, startProxiedApi } from '../support/proxied-api';
import { candleBody } from '../support/bodies';
import { CANDLES } from '../support/hourly-candles';
import { onThisMachine } from '../../../../test/on-this-machine';

const EQUITIES = '/api/v1/equities';

let api: ProxiedApi;
beforeAll(async () => {
  api = await startProxiedApi();
});
afterAll(() => api.stop());

describe('equities', () => {
  const ingest = (body?: object) => api.post(`${EQUITIES}/ingest`, body);
  const status = async () => (await api.get(`${EQUITIES}/status`)).body as Record<string, unknown>;

  describe('what is stored', () => {
    // The NYSE was closed on Monday 2024-01-15, Martin Luther King Day.
    it('shows how many sessions are missing between the first candle and the last', async () => {
      await ingest({ symbols: ['STORED'] });
      for (const open_time of ['2024-01-11T00:00:00Z', '2024-01-17T00:00:00Z', '2024-01-13T00:00:00Z']) {
        await api.post(CANDLES, candleBody({ exchange: 'us', interval: '1d', symbol: 'STORED', open_time }));
      }
      const { symbols } = (await status()) as { symbols: { symbol: string }[] };
      expect(symbols.find(({ symbol }) => symbol === 'STORED')).toEqual({
        symbol: 'STORED',
        interval: '1d',
        stored: 3,
        missing: 2,
        error: null,
        start: '2024-01-11T00:00:00Z',
        end: '2024-01-17T00:00:00Z',
      });
    });

    it('is degraded while the last attempt of a tracked symbol failed', async () => {
      await api.database.query(`update equity_ingests set status = 'completed'`);
      await api.database.query(
        `update equity_symbols set last_error = 'no such symbol' where symbol = 'SPX'`,
      );
      expect(await status()).toMatchObject({ status: 'degraded' });
      await api.database.query('update equity_symbols set last_error = null');
      expect(await status()).toMatchObject({ status: 'idle' });
    });

    // LEAN's factor file of Apple (Data/equity/usa/factor_files/aapl.csv): 20200828 0.9967882 and 0.25, 20201105 0.9967882 and
    // 1, 20210204 0.9985079 and 1, with the closes 119.03 and 137.39 of the last two dates.
    it('has splits and dividends with their cumulative factors', async () => {
      await ingest({ symbols: ['AAPL'] });
      await api.database.query(`insert into equity_splits values ('AAPL', '2020-08-31', 4, 1)`);
      await api.database.query(
        `insert into equity_dividends values ('AAPL', '2020-11-06', 0.205), ('AAPL', '2021-02-05', 0.205)`,
      );
      for (const [date, close] of [
        ['2020-11-05', '119.03'],
        ['2021-02-04', '137.39'],
      ]) {
        const prices = { open: close, high: close, low: close, close };
        const series = { exchange: 'us', interval: '1d', symbol: 'AAPL' };
        await api.post(CANDLES, candleBody({ ...series, open_time: `${date}T00:00:00Z`, ...prices }));
      }
      const answer = await api.get(`${EQUITIES}/symbols/AAPL/actions`);
      expect(answer.status).toBe(200);
      const { factors, ...reported } = answer.body as { factors: Record<string, string>[] };
      expect(reported).toEqual({
        symbol: 'AAPL',
        splits: [{ ex_date: '2020-08-31', numerator: '4', denominator: '1' }],
        dividends: [
          { ex_date: '2020-11-06', amount: '0.205' },
          { ex_date: '2021-02-05', amount: '0.205' },
        ],
        implied: [],
      });
      const rounded = factors.map((row) => [
        row.ex_date,
        row.split_factor,
        Number(row.total_return_factor).toFixed(7),
      ]);
      expect(rounded).toEqual([
        ['2020-08-31', '0.25', '0.9967882'],
        ['2020-11-06', '1', '0.9967882'],
        ['2021-02-05', '1', '0.9985079'],
      ]);
    });
  });
});

describe('equities without their servers', () => {
  it('answer 503 with Retry-After, and soon', async () => {
    expect((await api.get(`${EQUITIES}/status`)).status).toBe(200);
    await api.proxy.cut();
    const startedAt = performance.now();
    const answers = await Promise.all([
      api.get(`${EQUITIES}/status`),
      api.get(`${EQUITIES}/ingest/1`),
      api.post(`${EQUITIES}/ingest`, {}),
      api.get(`${EQUITIES}/symbols/SPX/actions`),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(7_000));
    for (const { status, headers, body } of answers) {
      expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    await api.proxy.restore();
  });
});
