import { FakeExchange } from '../../../test/fake-exchange/fake-exchange';
import { JobStage } from './support/job-stage';
import { storeCandles } from './support/sample-candles';
import { eventually } from './support/within';

const MINUTE_MILLISECONDS = 60_000;
const NAME = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m' } as const;

interface GapsAnswer {
  readonly missing: number;
  readonly gaps: readonly { first: string; last: string; missing: number; kind: string; attempts: number }[];
}

jest.setTimeout(60_000);

describe('a repair of gaps from an exchange', () => {
  let stage: JobStage;
  let exchange: FakeExchange;
  /** Minutes that nobody traded in, of those counted from the market's first. */
  const isQuiet = (minute: number) => minute >= 40 && minute < 60;
  const timeOf = (minute: number) => exchange.market.first + minute * MINUTE_MILLISECONDS;
  const textOf = (minute: number) => new Date(timeOf(minute)).toISOString().replace('.000Z', 'Z');

  beforeAll(async () => {
    const now = Math.floor(Date.now() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS - 3_600_000;
    const first = now - 1_500 * MINUTE_MILLISECONDS;
    exchange = await FakeExchange.start('binance', {
      ...{ first, now },
      isQuiet: (_, time) => isQuiet((time - first) / MINUTE_MILLISECONDS),
    });
    stage = await JobStage.open();
    await stage.startWorker({ EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}` });
  });
  afterAll(async () => {
    await stage.close();
    await exchange.stop();
  });
  /** Stores what was traded but for some minutes. */
  async function storeWithout(isHole: (minute: number) => boolean): Promise<void> {
    await stage.query(
      'with gone as (delete from candlesticks where series_id = (select id from series where symbol = $1))' +
        ' update series set candle_count = 0, first_open_time = null, last_open_time = null where symbol = $1',
      [NAME.symbol],
    );
    const candles = exchange.market
      .closedCandles(NAME.symbol, '1m')
      .filter(({ openTime }) => !isHole((openTime - timeOf(0)) / MINUTE_MILLISECONDS));
    await storeCandles(
      stage.databaseUrl,
      NAME,
      candles.map(({ openTime, ...prices }) => ({ openTime: new Date(openTime), ...prices })),
    );
  }

  async function repair(range: { readonly end?: string } = {}) {
    const { text } = await stage.api.marketData('POST', '/gaps/repair', { ...NAME, ...range });
    const { job_id } = JSON.parse(text) as { job_id: number };
    const finished = await eventually(
      'the repair ends',
      () => stage.api.marketData('GET', `/gaps/repair/${job_id}`),
      (answer) => /"status":"(completed|failed)"/.test(answer.text),
      { seconds: 40 },
    );
    return JSON.parse(finished.text) as Record<string, unknown>;
  }

  async function gaps(): Promise<GapsAnswer> {
    const { text } = await stage.api.marketData('GET', `/gaps?${new URLSearchParams(NAME).toString()}`);
    return JSON.parse(text) as GapsAnswer;
  }

  it('fills what was traded, and tells what was not from what is missing', async () => {
    await storeWithout((minute) => (minute >= 30 && minute < 70) || minute === 300);
    expect(await repair()).toMatchObject({
      ...{ status: 'completed', asked: 41, repaired: 21, no_trades: 20, still_missing: 0, last_error: null },
    });
    expect(await gaps()).toMatchObject({
      missing: 20,
      gaps: [{ first: textOf(40), last: textOf(59), missing: 20, kind: 'no_trades', attempts: 2 }],
    });
    // What is certain is not asked for again.
    const asked = exchange.requests.length;
    expect(await repair()).toMatchObject({ status: 'completed', asked: 0 });
    expect(exchange.requests.slice(asked).filter((path) => path.includes('klines'))).toEqual([]);
  });

  it("stores nothing that has not closed by the exchange's clock, which lags by an hour", async () => {
    await storeWithout((minute) => minute >= 1_497);
    await exchange.tick(30);
    const end = new Date().toISOString();
    expect(await repair({ end })).toMatchObject({ status: 'completed', repaired: 3 });
    const stored = await stage.query(
      `select from candlesticks where open_time >= $1 and is_closed
       and series_id = (select id from series where symbol = $2)`,
      [textOf(1_497), NAME.symbol],
    );
    expect(stored).toHaveLength(3);
  });

  it('keeps a candle that breaks a rule apart, and asks for it again', async () => {
    // Asked for from minute 99 on, Binance answers a thousand candles: the last of them is minute 1098.
    await storeWithout((minute) => minute >= 100 && minute < 1_099);
    exchange.corrupt('negative volume', 'requests');
    expect(await repair()).toMatchObject({ status: 'completed', asked: 999, repaired: 999, no_trades: 0 });
    expect((await gaps()).missing).toBe(20);
    const series = await stage.api.marketData('GET', '/series?exchange=binance');
    expect(series.text).toContain('"quarantined":1');
  });

  it('asks again a little later when it is told to slow down, or finds nobody', async () => {
    await storeWithout((minute) => minute === 500);
    exchange.answerNext('too many requests', 1);
    expect(await repair()).toMatchObject({ status: 'completed', repaired: 1 });

    await storeWithout((minute) => minute === 501);
    await exchange.goOffline();
    const repaired = repair();
    await eventually(
      'the repair is under way',
      () => stage.query(`select from gap_repairs where status = 'running'`),
      (rows) => rows.length > 0,
    );
    await exchange.comeBack();
    expect(await repaired).toMatchObject({ status: 'completed', repaired: 1 });
  });
});
