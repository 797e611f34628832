import { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const MINUTE_MILLISECONDS = 60_000;
const NAME = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m' } as const;

interface GapsAnswer {
  readonly missing: number;
  readonly gaps: readonly Record<string, unknown>[];
}

describe('a gap repair from an exchange', () => {
  let stage: JobStage;
  let exchange: FakeExchange;
  /** Minutes without trades, of those counted from the market's first: from 40 to this one. */
  let quietTo = 60;
  const isQuiet = (minute: number) => minute >= 40 && minute < quietTo;
  const timeOf = (minute: number) => exchange.market.first + minute * MINUTE_MILLISECONDS;
  const textOf = (minute: number) => new Date(timeOf(minute)).toISOString().replace('.000Z', 'Z');

  beforeAll(async () => {
    const now = Math.floor(Date.now() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS - 3_600_000;
    const first = now - 1_500 * MINUTE_MILLISECONDS;
    exchange = await FakeExchange.start('binance', {
      first,
      now,
      isQuiet: (_, time) => isQuiet((time - first) / MINUTE_MILLISECONDS),
    });
    stage = await sharedStage();
    await stage.startWorker({ EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}` });
  });
  afterAll(() => exchange.stop());

  /** Stores what was traded but for some minutes. */
  async function storeWithout(isHole: (minute: number) => boolean): Promise<void> {
    await stage.query(
      'with removed as (delete from candlesticks where series_id = (select id from series where symbol = $1))' +
        ' update series set candle_count = 0, first_open_time = null, last_open_time = null where symbol = $1',
      [NAME.symbol],
    );
    const candles = exchange.market
      .closedCandles(NAME.symbol, '1m')
      .filter(({ openTime }) => !isHole((openTime - timeOf(0)) / MINUTE_MILLISECONDS));
    await stage.store(
      NAME,
      candles.map(({ openTime, ...prices }) => ({ openTime: new Date(openTime), ...prices })),
    );
  }

  async function repair(options: { readonly end?: string; readonly recheck?: boolean } = {}) {
    const { text } = await stage.api.marketData('POST', '/gaps/repair', { ...NAME, ...options });
    const { job_id } = JSON.parse(text) as { job_id: number };
    await stage.untilFinished('gap-repair', job_id);
    const finished = await stage.api.marketData('GET', `/gaps/repair/${job_id}`);
    return JSON.parse(finished.text) as Record<string, unknown>;
  }

  async function gaps(): Promise<GapsAnswer> {
    const { text } = await stage.api.marketData('GET', `/gaps?${new URLSearchParams(NAME).toString()}`);
    return JSON.parse(text) as GapsAnswer;
  }

  /** As if all attempts so far had been made an hour earlier. */
  const letAnHourPass = () =>
    stage.query(`update confirmed_gaps set first_empty_at = first_empty_at - interval '1 hour'`);

  it('fills what was traded; what was not is certain an hour later', async () => {
    await storeWithout((minute) => (minute >= 30 && minute < 70) || minute === 300);
    expect(await repair()).toMatchObject({
      status: 'completed',
      requested: 41,
      inserted: 21,
      no_trades: 0,
      missing: 20,
      empty_once: 20,
      error: expect.stringMatching(/^candles are missing still: 20 that .* at the first attempt/) as string,
    });
    const once = {
      start: textOf(40),
      end: textOf(59),
      missing: 20,
      kind: 'missing',
      attempts: 1,
      quarantined: [],
      detail:
        'the exchange had no trades there at the first attempt; certain after a second attempt at least an hour later',
    };
    expect(await gaps()).toMatchObject({ missing: 20, gaps: [once] });
    // As often as is wanted within the hour.
    expect(await repair()).toMatchObject({ requested: 20, no_trades: 0, missing: 20, empty_once: 20 });
    expect(await gaps()).toMatchObject({ gaps: [once] });

    await letAnHourPass();
    expect(await repair()).toMatchObject({
      requested: 20,
      inserted: 0,
      no_trades: 20,
      missing: 0,
      empty_once: 0,
      error: null,
    });
    const certain = { ...once, kind: 'no_trades', attempts: 2, detail: null };
    expect(await gaps()).toMatchObject({ missing: 20, gaps: [certain] });
    // What is certain is not requested again.
    const before = exchange.requests.length;
    expect(await repair()).toMatchObject({ status: 'completed', requested: 0, no_trades: 0 });
    expect(exchange.requests.slice(before).filter((path) => path.includes('klines'))).toEqual([]);
  });

  it('requests again what was certain when it is to be rechecked', async () => {
    quietTo = 50;
    // The smallest page.
    exchange.mostCandlesPerPage = 1;
    expect(await repair({ recheck: true })).toMatchObject({
      recheck: true,
      requested: 20,
      inserted: 10,
      no_trades: 10,
      missing: 0,
      error: null,
    });
    expect(await gaps()).toMatchObject({
      gaps: [{ start: textOf(40), end: textOf(49), missing: 10, kind: 'no_trades', attempts: 2 }],
    });
    exchange.mostCandlesPerPage = Number.POSITIVE_INFINITY;
  });

  it('requests nothing up to a candle of tomorrow, which makes no gap of what is not stored yet', async () => {
    await storeWithout((minute) => minute >= 1_400);
    const [tomorrow] = exchange.market.closedCandles(NAME.symbol, '1m').slice(-1);
    const openTime = new Date(Math.floor(Date.now() / MINUTE_MILLISECONDS + 1_200) * MINUTE_MILLISECONDS);
    await stage.store(NAME, [{ ...tomorrow, openTime }]);
    expect(await repair()).toMatchObject({ status: 'completed', requested: 0, inserted: 0, error: null });
  });

  it("stores nothing that has not closed by the exchange's clock, which lags by an hour", async () => {
    await storeWithout((minute) => minute >= 1_497);
    await exchange.tick(30);
    const end = new Date().toISOString();
    expect(await repair({ end })).toMatchObject({ status: 'completed', inserted: 3 });
    const stored = await stage.query(
      `select from candlesticks where open_time >= $1 and is_closed
       and series_id = (select id from series where symbol = $2)`,
      [textOf(1_497), NAME.symbol],
    );
    expect(stored).toHaveLength(3);
  });

  it('keeps a candle that breaks a rule apart, says so, and closes its entry once it is repaired', async () => {
    await storeWithout((minute) => minute === 1_098);
    // A page of the candle before and this one.
    exchange.mostCandlesPerPage = 2;
    exchange.corrupt('negative volume', 'requests', 2);
    let id: unknown;
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await repair()).toMatchObject({
        status: 'completed',
        requested: 1,
        inserted: 0,
        no_trades: 0,
        missing: 1,
        quarantined: 1,
        error: expect.stringMatching(/^candles are missing still: 1 in quarantine, [^;]*$/) as string,
      });
      const { quarantined, ...gap } = (await gaps()).gaps.at(-1) as { quarantined: { id: number }[] };
      expect(gap).toMatchObject({
        start: textOf(1_098),
        missing: 1,
        kind: 'missing',
        attempts: 0,
        first_empty_at: null,
        detail: expect.stringContaining('quarantine/{id}/release') as string,
      });
      const reason = expect.stringContaining('volume') as string;
      id ??= quarantined[0].id;
      expect(quarantined).toEqual([{ id, open_time: textOf(1_098), reason }]);
    }

    expect(await repair()).toMatchObject({ requested: 1, inserted: 1, quarantined: 0, error: null });
    exchange.mostCandlesPerPage = Number.POSITIVE_INFINITY;
    expect((await gaps()).missing).toBe(10);
    const { text } = await stage.api.marketData('GET', '/quarantine?exchange=binance');
    expect(JSON.parse(text)).toMatchObject({ total: 0, items: [] });
  });

  it('retries a little later when the exchange limits its rate, or does not answer', async () => {
    await storeWithout((minute) => minute === 500);
    exchange.answerNext('too many requests', 1);
    expect(await repair()).toMatchObject({ status: 'completed', inserted: 1 });

    await storeWithout((minute) => minute === 501);
    await exchange.goOffline();
    const repaired = repair();
    await eventually(
      'the repair is under way',
      () => stage.query(`select from gap_repairs where status = 'running'`),
      (rows) => rows.length > 0,
    );
    await exchange.comeBack();
    expect(await repaired).toMatchObject({ status: 'completed', inserted: 1 });
  });
});
