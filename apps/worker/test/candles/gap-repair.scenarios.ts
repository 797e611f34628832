import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { SimulatedExchange } from '#sources/exchanges/simulation/simulated-exchange';
import type { JobStage } from '../support/job-stage';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

interface Repair {
  readonly job_id: number;
  readonly status: string;
  readonly requested: number;
  readonly inserted: number;
  readonly no_trades: number;
  readonly missing: number;
  readonly error: string | null;
}

const START = Date.parse('2024-03-01T00:00:00Z');
const MINUTE_MILLISECONDS = 60_000;
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS;
/** Of an interval that one test has for itself. */
const KEPT = { RETENTION_DAYS: '3m=1' };
const NEVER = new AbortController().signal;

describe('a gap repair', () => {
  let stage: JobStage;
  let worker: ServiceProcess;
  const simulation = new SimulatedExchange();

  beforeAll(async () => {
    stage = await sharedStage();
    worker = await stage.startWorker(KEPT);
  });

  /** Minutes that the simulated exchange traded, the same in every process. */
  async function traded(symbol: string, first: number, count: number): Promise<CandleToWrite[]> {
    const candles: CandleToWrite[] = [];
    while (candles.length < count) {
      const since = first + candles.length * MINUTE_MILLISECONDS;
      const page = await simulation.fetchCandles(symbol, '1m', since, NEVER);
      candles.push(...page.map(({ openTime, ...prices }) => ({ openTime: new Date(openTime), ...prices })));
    }
    return candles.slice(0, count);
  }

  const nameOf = (symbol: string) => ({ exchange: 'sim', symbol, interval: '1m' as const });
  const store = (symbol: string, candles: readonly CandleToWrite[]) => stage.store(nameOf(symbol), candles);

  async function request(body: object): Promise<number> {
    const { status, text } = await stage.api.marketData('POST', '/gaps/repair', body);
    expect([status, text]).toEqual([202, expect.stringContaining('"status":"pending"')]);
    return (JSON.parse(text) as Repair).job_id;
  }

  async function read(id: number): Promise<Repair> {
    return JSON.parse((await stage.api.marketData('GET', `/gaps/repair/${id}`)).text) as Repair;
  }

  async function finished(id: number, seconds = 60): Promise<Repair> {
    await stage.untilFinished('gap-repair', id, seconds);
    return read(id);
  }

  const stored = (symbol: string, from: number) =>
    stage.query(
      `select extract(epoch from open_time)::float8 * 1000 as time, open::text, high::text, low::text, close::text, volume::text
       from candlesticks join series on series.id = series_id
       where exchange = 'sim' and symbol = $1 and open_time >= $2 order by open_time`,
      [symbol, new Date(from)],
    );

  const asStored = (candles: readonly CandleToWrite[]) =>
    candles.map(({ openTime, ...prices }) => ({ time: openTime.getTime(), ...prices }));

  // Each test has a symbol or a time of its own, so that they do not see each other's candles.

  it('stores what the exchange has and nothing else, digit for digit', async () => {
    const all = await traded('SIM-A/USDT', START, 2_000);
    const isHole = (index: number) => (index > 100 && index < 900) || index === 1_500;
    const changed = { ...all[50], volume: '123456' };
    await store('SIM-A/USDT', [...all.filter((_, index) => !isHole(index)), changed]);
    const repair = await finished(await request(nameOf('SIM-A/USDT')));
    expect(repair).toMatchObject({
      status: 'completed',
      requested: 800,
      inserted: 800,
      no_trades: 0,
      missing: 0,
      error: null,
    });
    // What was stored before stays, also where the exchange reports otherwise.
    const expected = asStored(all.map((candle, index) => (index === 50 ? changed : candle)));
    expect(await stored('SIM-A/USDT', START)).toEqual(expected);
    expect(await finished(await request(nameOf('SIM-A/USDT')))).toMatchObject({
      status: 'completed',
      requested: 0,
    });
  });

  it('fills a range from before the first candle that is stored', async () => {
    const earlier = START - 1_000 * MINUTE_MILLISECONDS;
    const all = await traded('SIM-A/USDT', earlier, 100);
    const range = { start: all[0].openTime.toISOString(), end: all[99].openTime.toISOString() };
    expect(await finished(await request({ ...nameOf('SIM-A/USDT'), ...range }))).toMatchObject({
      requested: 100,
      inserted: 100,
    });
    expect((await stored('SIM-A/USDT', earlier)).slice(0, 100)).toEqual(asStored(all));
  });

  // The simulated exchange opened at midnight on 2017-01-01.
  it('does not take the time before the history of the exchange for one without trades', async () => {
    const opened = Date.parse('2017-01-01T00:00:00Z');
    const candles = await traded('SIM-B/USDT', opened, 6);
    const before = { ...candles[0], openTime: new Date(opened - 10 * MINUTE_MILLISECONDS) };
    await store('SIM-B/USDT', [before, candles[5]]);
    expect(await finished(await request(nameOf('SIM-B/USDT')))).toMatchObject({
      status: 'completed',
      requested: 14,
      inserted: 5,
      no_trades: 0,
      missing: 9,
      error: expect.stringContaining('its history does not reach there') as string,
    });
  });

  it('does not request what is older than it is kept', async () => {
    const name = { ...nameOf('SIM-B/USDT'), interval: '3m' as const };
    const hoursAgo = (hours: number) => Date.now() - hours * HOUR_MILLISECONDS;
    const [{ openTime, ...prices }] = await simulation.fetchCandles(name.symbol, '3m', hoursAgo(22), NEVER);
    await stage.store(name, [{ openTime: new Date(openTime), ...prices }]);
    // 26 hours have 520 candles of three minutes; those of the last two of them are kept, 40 or one less.
    const range = { start: new Date(hoursAgo(48)).toISOString(), end: new Date(openTime).toISOString() };
    const { status, requested, inserted, missing } = await finished(await request({ ...name, ...range }));
    expect([status, inserted, missing]).toEqual(['completed', requested, 0]);
    expect(requested).toBeGreaterThan(30);
    expect(requested).toBeLessThanOrEqual(40);
  });

  it('fails with the reason where there is no source', async () => {
    const [first, , last] = await traded('SIM-A/USDT', START, 3);
    await store('BTC/USDT', [first, last]);
    expect(await finished(await request(nameOf('BTC/USDT')))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/sim has no BTC\/USDT/) as string,
    });
  });

  it('may be requested several times at once', async () => {
    const symbol = 'SIM-A/USDT:USDT';
    const all = await traded(symbol, START, 1_500);
    await store(symbol, [all[0], all[1_499]]);
    const ids = await Promise.all(Array.from({ length: 4 }, () => request(nameOf(symbol))));
    for (const id of ids) {
      expect(await finished(id)).toMatchObject({ status: 'completed', missing: 0, no_trades: 0 });
    }
    expect(await stored(symbol, START)).toEqual(asStored(all));
  });

  it('resumes after what is done when its worker is killed', async () => {
    const symbol = 'SIM-B/USDT:USDT';
    // Three windows of 20,000 candles.
    await store(symbol, await traded(symbol, START, 1));
    await store(symbol, await traded(symbol, START + 50_000 * MINUTE_MILLISECONDS, 1));
    const id = await request(nameOf(symbol));
    await eventually(
      'the first window is done',
      () => read(id),
      ({ inserted }) => inserted > 0,
      { seconds: 60 },
    );
    await worker.kill();
    const before = await read(id);
    expect(before.status).toBe('running');
    worker = await stage.startWorker(KEPT);
    const after = await finished(id, 40);
    expect(after).toMatchObject({ status: 'completed', missing: 0, no_trades: 0 });
    const [{ count, losses }] = await stage.query<{ count: number; losses: number }>(
      `select candle_count::integer as count, (select losses from job_runs where job = 'gap-repair' and subject = $2) as losses
       from series where symbol = $1`,
      [symbol, id],
    );
    expect([count, losses]).toEqual([50_001, 1]);
  });

  it('shows in the list of series what is missing, soon after it was written', async () => {
    const [candle] = await traded('SIM-A/USDT', START, 1);
    const later = { ...candle, openTime: new Date(START + 9 * MINUTE_MILLISECONDS) };
    await store('LISTED', [candle, later]);
    const { text } = await eventually(
      'the series is counted',
      () => stage.api.marketData('GET', '/series?symbol=LISTED'),
      (answer) => answer.text.includes('"missing":8'),
    );
    expect(JSON.parse(text)).toMatchObject({ items: [{ stored: 2, off_grid: 0, no_trades: 0 }] });
  });
});
