import { sessionsBetween } from '#engine/calendar/xnys-sessions';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { EquityMarket, TradedDay } from '../../../../test/fake-equities/equity-market';
import { FakeEquityServer } from '../../../../test/fake-equities/fake-equity-server';
import { describeEquityFaults } from '../support/equity-faults';
import { EquityIngests } from '../support/equity-ingests';
import type { JobStage } from '../support/job-stage';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const LONG = { start_date: '2015-01-02', end_date: '2019-12-31' };
const YEARS = 5;

describe('an equity ingest from a provider', () => {
  let stage: JobStage;
  let ingests: EquityIngests;
  let worker: ServiceProcess;
  let provider: FakeEquityServer;
  const market: EquityMarket = { stocks: {}, now: Date.now() };

  const startWorker = () =>
    stage.startWorker({ EQUITY_PROVIDER: 'yahoo', EQUITY_ENDPOINT: provider.endpoint });

  beforeAll(async () => {
    provider = await FakeEquityServer.start('yahoo', market);
    stage = await sharedStage();
    ingests = new EquityIngests(stage);
    worker = await startWorker();
  });
  afterAll(() => provider.stop());
  afterEach(() => provider.answerNext('html', 0));

  /** Every session of a range; prices that bear 32 bits and a division by four. */
  function daysOf({ start_date, end_date }: typeof LONG): TradedDay[] {
    const sessions = sessionsBetween(Date.parse(start_date), Date.parse(end_date) + 1);
    return sessions.map(({ date }, index) => {
      const price = 400 + 4 * (index % 50);
      const [open, high, low, close] = [price, price + 4, price - 4, price + 2].map(String);
      return { date: dateOf(date), open, high, low, close, volume: String(1_000 + index) };
    });
  }

  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const asStored = (days: readonly TradedDay[], ratio = 1) =>
    days.map(({ date, volume, ...prices }) => ({
      date,
      ...Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, Number(price) / ratio])),
      volume: Number(volume) * ratio,
    }));
  const stored = async (symbol: string) => {
    const rows = await ingests.stored(symbol);
    return rows.map(({ openTime, open, high, low, close, volume }) => ({
      date: dateOf(openTime.getTime()),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    }));
  };
  /** The spans that were requested since, each as [first, last] in seconds. */
  const requestedSince = (count: number) =>
    provider.requests
      .slice(count)
      .map((path) => path.replace(/^.*?period1=(-?\d+)&period2=(\d+).*$/, '$1-$2'));

  it('requests a year at a time, once, and later only what happened since', async () => {
    const days = daysOf(LONG);
    market.stocks = { LONG: { days } };
    expect(await ingests.ingest(['LONG'], LONG)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: days.length, missing: 0 }],
    });
    expect(await stored('LONG')).toEqual(asStored(days));
    // What happened lately, the years, and what happened between them and lately.
    expect(provider.requests).toHaveLength(1 + YEARS + 1);
    expect(await ingests.ingest(['LONG'], LONG)).toMatchObject({
      status: 'completed',
      detail: expect.stringContaining('up to date') as string,
    });
    expect(provider.requests).toHaveLength(1 + YEARS + 2);
  });

  it('resumes after what is done when its worker is killed', async () => {
    const days = daysOf(LONG);
    market.stocks = { KILLED: { days } };
    const before = provider.requests.length;
    // After what happened lately, and some years.
    provider.answerNext('hang', 1, { after: 4 });
    const id = await ingests.request(['KILLED'], LONG);
    const hanging = await eventually(
      'the worker waits for an answer',
      async () => ({ requested: provider.requests.length, rows: await ingests.stored('KILLED') }),
      ({ requested, rows }) => requested - before >= 5 && rows.length > 0,
    );
    await worker.kill();
    expect(hanging.rows.length).toBeLessThan(days.length);
    expect((await ingests.read(id)).status).toBe('running');
    worker = await startWorker();
    expect(await ingests.finished(id)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: days.length }],
    });
    expect(await stored('KILLED')).toEqual(asStored(days));
    // Nothing was requested twice but what nobody answered, and what happened lately.
    const requested = requestedSince(before);
    expect(requested.length - new Set(requested).size).toBeLessThanOrEqual(2);
    expect(await stage.jobs('equity-backfill', [id])).toMatchObject([{ losses: 1 }]);
  });

  const YEAR = { start_date: '2015-01-02', end_date: '2015-12-31' };

  it('retries a little later when the provider limits its rate', async () => {
    market.stocks = { SLOW: { days: daysOf(YEAR) } };
    provider.answerNext('too many requests', 2);
    expect(await ingests.ingest(['SLOW'], YEAR)).toMatchObject({ status: 'completed', error: null });
  });

  it('waits without losing anything when the provider limits its rate for long', async () => {
    market.stocks = { PAUSED: { days: daysOf(YEAR) } };
    provider.answerNext({ status: 429, headers: { 'Retry-After': '3600' }, body: 'Too Many Requests' });
    const id = await ingests.request(['PAUSED'], YEAR);
    const paused = await eventually(
      'the ingest waits',
      () => ingests.read(id),
      ({ error }) => error !== null,
    );
    expect(paused).toMatchObject({ status: 'pending', error: expect.stringContaining('429') as string });
    expect((await ingests.status()).status).toBe('running');
    const [{ seconds }] = await stage.query<{ seconds: number }>(
      `select extract(epoch from available_at - now())::float8 as seconds from job_outbox
       where job = 'equity-backfill' and subject = $1 and run = 2`,
      [String(id)],
    );
    expect(seconds).toBeGreaterThan(3_500);
    // An hour later.
    await stage.query(`update job_outbox set available_at = now() - interval '2 seconds'`);
    expect(await ingests.finished(id)).toMatchObject({ status: 'completed', error: null });
  });

  it('records what the provider answered instead of prices, and goes on with the next symbol', async () => {
    market.stocks = { HTML: { days: daysOf(YEAR) }, NEXT: { days: daysOf(YEAR) } };
    provider.answerNext('html');
    const { status, symbols } = await ingests.ingest(['HTML', 'NEXT', 'NONE'], YEAR);
    expect(status).toBe('failed');
    expect(symbols).toMatchObject([
      {
        symbol: 'HTML',
        status: 'failed',
        error: expect.stringMatching(/yahoo: what it answered is no JSON/) as string,
        // 2015 had 252 sessions.
        expected: 252,
        inserted: 0,
        missing: 252,
      },
      { symbol: 'NEXT', status: 'completed', inserted: 252, missing: 0 },
      {
        symbol: 'NONE',
        status: 'failed',
        missing: 252,
        error: expect.stringMatching(/yahoo: no NONE/) as string,
      },
    ]);
    expect(await ingests.status()).toMatchObject({ status: 'degraded' });
    expect(await ingests.ingest(['HTML'], YEAR)).toMatchObject({ status: 'completed' });
    const { symbols: tracked } = await ingests.status();
    expect(tracked.filter(({ error }) => error !== null).map(({ symbol }) => symbol)).toEqual(['NONE']);
  });

  it('gives up after a while where nobody answers, and is shorter with the next symbol', async () => {
    market.stocks = { AWAY1: { days: daysOf(YEAR) }, AWAY2: { days: daysOf(YEAR) } };
    const before = provider.requests.length;
    provider.answerNext('error', 100);
    const id = await ingests.request(['AWAY1', 'AWAY2'], YEAR);
    const { status, symbols } = await ingests.finished(id, 120);
    expect(status).toBe('failed');
    for (const row of symbols)
      expect(row).toMatchObject({
        status: 'failed',
        inserted: 0,
        error: expect.stringContaining('503') as string,
      });
    // patiently requests six times.
    expect(provider.requests.length - before).toBe(6 + 1);
  });

  it('rewrites the stored history after a split', async () => {
    const now = Date.now();
    const recent = {
      start_date: dateOf(now - 700 * DAY_MILLISECONDS),
      end_date: dateOf(now - 4 * DAY_MILLISECONDS),
    };
    const days = daysOf(recent);
    market.stocks = { SPLIT: { days } };
    await ingests.ingest(['SPLIT'], recent);
    const exDate = days[days.length - 3].date;
    const splits = [{ exDate, numerator: '4', denominator: '1' }];
    // As it was traded: the last sessions are at the new price already.
    const traded = days.map((day) => (day.date < exDate ? day : { ...day, ...asTraded(day, 4) }));
    market.stocks = { SPLIT: { days: traded, splits } };
    expect(await ingests.ingest(['SPLIT'], recent)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 0, updated: days.length }],
    });
    expect(await stored('SPLIT')).toEqual(asStored(days, 4));
  });

  describeEquityFaults({
    provider: 'yahoo',
    ingests: () => ingests,
    show: (stocks) => {
      market.stocks = stocks;
    },
  });

  function asTraded({ open, high, low, close, volume }: TradedDay, ratio: number) {
    const [first, highest, lowest, last] = [open, high, low, close].map((price) =>
      String(Number(price) / ratio),
    );
    return { open: first, high: highest, low: lowest, close: last, volume: String(Number(volume) * ratio) };
  }
});
