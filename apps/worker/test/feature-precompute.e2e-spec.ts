import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series.repository';
import { FEATURE_WARMUP_BARS } from '#engine/features/feature-set';
import { JobStage } from './support/job-stage';
import { openLosableQueue, type LosableQueue } from './support/losable-queue';
import { SPX } from './support/sample-candles';
import { SearchClient } from './support/search-client';
import type { ServiceProcess } from './support/service-process';
import { eventually } from './support/within';

interface Precompute {
  readonly job_id: number;
  readonly status: string;
  readonly computed: number;
  readonly without_candles: number;
  readonly remaining: number | null;
  readonly warnings: string[];
  readonly error: string | null;
}

interface FeaturesAnswer {
  readonly as_of: string | null;
  readonly computed_at: string;
  readonly features: Record<string, number | null>;
  readonly warmup: { readonly bars: number; readonly needed: number; readonly complete: boolean };
  readonly stale: boolean;
}

const MINUTE_MILLISECONDS = 60_000;
const START = Date.parse('2024-03-01T00:00:00Z');
const SERIES = 30;

/** A minute with a body and a range that are the same at any price: alpha158_kmid 0.01, alpha158_klen 0.04. */
function minute(index: number, open: number): CandleToWrite {
  const text = (factor: number) => (open * factor).toFixed(4);
  return {
    openTime: new Date(START + index * MINUTE_MILLISECONDS),
    open: text(1),
    high: text(1.02),
    low: text(0.98),
    close: text(1.01),
    volume: '5',
  };
}

jest.setTimeout(90_000);

describe('feature jobs', () => {
  let queue: LosableQueue;
  let stage: JobStage;
  let worker: ServiceProcess;

  beforeAll(async () => {
    queue = await openLosableQueue();
    stage = await JobStage.open({ queue: queue.redisUrl });
    worker = await stage.startWorker();
  });
  afterAll(async () => {
    await stage.close();
    await queue.close();
  });

  const nameOf = (symbol: string, exchange = 'x'): SeriesName => ({ exchange, symbol, interval: '1m' });
  const store = (name: SeriesName, ...candles: CandleToWrite[]) => stage.store(name, candles);

  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await stage.api.features(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }

  const request = async (body: object) => (await send<Precompute>('POST', '/precompute', body)).job_id;
  const read = (id: number) => send<Precompute>('GET', `/precompute/${id}`);
  const finished = (id: number, seconds = 30) =>
    eventually(
      `computation ${id} ends`,
      () => read(id),
      ({ status }) => status === 'completed' || status === 'failed',
      { seconds },
    );
  const featuresOf = (symbol: string, interval: string) =>
    send<FeaturesAnswer>('GET', `?${new URLSearchParams({ symbol, interval }).toString()}`);
  const fresh = (symbol: string, interval: string, as_of: string) =>
    eventually(
      `features of ${symbol} as of ${as_of}`,
      () => featuresOf(symbol, interval),
      (answer) => answer.as_of === as_of && !answer.stale,
    );

  // By hand, from the last two lines of the sample: closes 2799.550049 and 2874.560059; the last day opened at 2842.429932,
  // its high was 2879.219971 and its low 2830.879883.
  it('has the features of the newest closed candle', async () => {
    expect(await finished(await request({ symbol: 'SPX', interval: '1d' }))).toMatchObject({
      status: 'completed',
      exchange: 'us',
      computed: 1,
      without_candles: 0,
      remaining: 0,
      warnings: [],
      error: null,
    });
    const answer = await featuresOf('SPX', '1d');
    expect(answer).toMatchObject({
      symbol: 'SPX',
      exchange: 'us',
      interval: '1d',
      as_of: '2020-04-17T00:00:00Z',
      stale: false,
      warmup: { bars: FEATURE_WARMUP_BARS, needed: FEATURE_WARMUP_BARS, complete: true },
    });
    expect(answer.features.returns_1).toBeCloseTo(2874.560059 / 2799.550049 - 1, 12);
    expect(answer.features.alpha158_kmid).toBeCloseTo((2874.560059 - 2842.429932) / 2842.429932, 12);
    expect(answer.features.alpha158_klen).toBeCloseTo((2879.219971 - 2830.879883) / 2842.429932, 12);
  });

  it.each(['1m', '5m'])(
    'has no part in a regime of %s, which is stale by the same rules',
    async (interval) => {
      const name = nameOf(`REGIME-${interval}`);
      const wave = (index: number) => minute(index, 100 + 10 * Math.sin(index / 7) + (index % 5));
      await store(name, ...Array.from({ length: 300 }, (_, index) => wave(index)));
      const client = new SearchClient(stage);
      const query = { exchange: name.exchange, symbol: name.symbol, interval };
      const compute = async () =>
        (await client.request('POST', '/analysis/regime', { body: { ...query, lookback_days: 1 } })).status;
      const isStale = async () => {
        const path = `/analysis/regime/details?${new URLSearchParams(query).toString()}`;
        return (JSON.parse((await client.request('GET', path)).text) as { stale: unknown }).stale;
      };
      expect([await compute(), await isStale()]).toEqual([200, false]);
      // Two days before: outside of what it is fitted on.
      await store(name, wave(-2 * 1_440));
      expect(await isStale()).toBe(false);
      await store(name, { ...wave(120), volume: '6' });
      expect(await isStale()).toBe(true);
      expect([await compute(), await isStale()]).toEqual([200, false]);
      await store(name, { ...wave(299), volume: '6' });
      expect(await isStale()).toBe(true);
      expect([await compute(), await isStale()]).toEqual([200, false]);
      await store(name, ...[300, 301, 302, 303, 304].map(wave));
      expect(await isStale()).toBe(true);
      expect([await compute(), await isStale()]).toEqual([200, false]);
      // Only what is aggregated depends on the calendar.
      const change = { exchange: name.exchange, symbol: name.symbol, calendar: '24x5' };
      expect((await stage.api.marketData('PATCH', '/series', change)).status).toBe(200);
      expect(await isStale()).toBe(interval === '5m');
      expect([await compute(), await isStale()]).toEqual([200, false]);
    },
  );

  it('reports what is not known yet as null, and that the warm-up is not complete', async () => {
    await store(nameOf('ONE'), minute(0, 100));
    await finished(await request({ symbol: 'ONE', interval: '1m' }));
    const { features, warmup } = await featuresOf('ONE', '1m');
    expect(features).toMatchObject({ returns_1: null, alpha158_kmid: expect.closeTo(0.01, 12) as number });
    expect(warmup).toEqual({ bars: 0, needed: FEATURE_WARMUP_BARS, complete: false });
  });

  it('leaves out a candle that its feed has not confirmed, with a warning, until it is confirmed', async () => {
    await store(nameOf('CUT'), minute(0, 100), minute(1, 100), { ...minute(2, 100), isClosed: false });
    const left =
      '1m candles of CUT left out, because x has not confirmed what its feed received last: 1 (2024-03-01T00:02:00Z)';
    expect(await finished(await request({ symbol: 'CUT', interval: '1m' }))).toMatchObject({
      status: 'completed',
      computed: 1,
      warnings: [left],
    });
    expect((await featuresOf('CUT', '1m')).as_of).toBe('2024-03-01T00:01:00Z');
    const history = () =>
      send<{ warnings: string[]; open_time: string[] }>(
        'GET',
        '/history?symbol=CUT&interval=1m&features=returns_1',
      );
    expect(await history()).toMatchObject({
      warnings: [left],
      open_time: ['2024-03-01T00:00:00Z', '2024-03-01T00:01:00Z'],
    });
    await store(nameOf('CUT'), minute(2, 100));
    await fresh('CUT', '1m', '2024-03-01T00:02:00Z');
    expect((await history()).warnings).toEqual([]);
  });

  it('aggregates an interval that is not stored from a shorter one, and says so', async () => {
    await store(nameOf('MINUTES'), ...Array.from({ length: 150 }, (_, index) => minute(index, 100)));
    // Its minutes and, as no interval is named, hours.
    expect(await finished(await request({ symbol: 'MINUTES' }))).toMatchObject({
      status: 'completed',
      computed: 2,
      warnings: ['no 1h candles of MINUTES are stored on x: they were aggregated from 1m candles'],
    });
    // Of the third hour half is there: the second one is the newest that is complete.
    const hours = await featuresOf('MINUTES', '1h');
    expect(hours.as_of).toBe('2024-03-01T01:00:00Z');
    expect(hours.features).toMatchObject({ returns_1: 0, alpha158_kmid: expect.closeTo(0.01, 12) as number });
    expect((await featuresOf('MINUTES', '1m')).as_of).toBe('2024-03-01T02:29:00Z');
    // It follows when the hour is complete, and no sooner.
    await store(nameOf('MINUTES'), ...Array.from({ length: 29 }, (_, index) => minute(150 + index, 100)));
    expect((await featuresOf('MINUTES', '1h')).stale).toBe(false);
    await store(nameOf('MINUTES'), minute(179, 100));
    await fresh('MINUTES', '1h', '2024-03-01T02:00:00Z');
  });

  it('goes on with shorter candles until one of its own interval has closed', async () => {
    await store(nameOf('BOTH'), ...Array.from({ length: 150 }, (_, index) => minute(index, 100)));
    await finished(await request({ symbol: 'BOTH', interval: '1h' }));
    const openTime = new Date(Math.floor(Date.now() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS);
    const open = { ...minute(0, 100), openTime, isClosed: false };
    await store({ ...nameOf('BOTH'), interval: '1h' }, open);
    await store(nameOf('BOTH'), ...Array.from({ length: 30 }, (_, index) => minute(150 + index, 100)));
    await fresh('BOTH', '1h', '2024-03-01T02:00:00Z');
    await store({ ...nameOf('BOTH'), interval: '1h' }, minute(240, 100));
    await fresh('BOTH', '1h', '2024-03-01T04:00:00Z');
  });

  it('keeps what is computed of shorter candles while longer ones make up no bar', async () => {
    await store(nameOf('THIN'), ...Array.from({ length: 240 }, (_, index) => minute(index, 100)));
    await finished(await request({ symbol: 'THIN', interval: '2h' }));
    expect((await featuresOf('THIN', '2h')).as_of).toBe('2024-03-01T02:00:00Z');
    await store({ ...nameOf('THIN'), interval: '1h' }, minute(180, 100));
    expect(await finished(await request({ symbol: 'THIN', interval: '2h' }))).toMatchObject({ computed: 0 });
    expect(await featuresOf('THIN', '2h')).toMatchObject({ as_of: '2024-03-01T02:00:00Z', stale: true });
  });

  it('fails with the reason where nothing is stored that it could be computed from', async () => {
    expect(await finished(await request({ symbol: 'NONE' }))).toMatchObject({
      status: 'failed',
      error: 'no candles of NONE are stored',
    });
    expect(await finished(await request({ symbol: 'SPX', interval: '1h', exchange: 'us' }))).toMatchObject({
      status: 'failed',
      error: 'no 1h candles of SPX are stored on us, nor any of an interval that divides it',
    });
  });

  it('is repeated soon after a candle closed, and after one was corrected', async () => {
    const name = nameOf('LIVE');
    await store(name, minute(0, 100), minute(1, 100));
    await finished(await request({ symbol: 'LIVE', interval: '1m' }));
    await store(name, minute(2, 110));
    const next = await fresh('LIVE', '1m', '2024-03-01T00:02:00Z');
    expect(next.features.returns_1).toBeCloseTo(0.1, 12);
    // The newest one, of which a correction is noted nowhere, and the one before.
    for (const [index, open, expected] of [
      [2, 121, 0.21],
      [1, 110, 0.1],
    ]) {
      await store(name, minute(index, open));
      await eventually(
        `the correction of minute ${index} is in`,
        () => featuresOf('LIVE', '1m'),
        ({ features, stale }) => !stale && Math.abs(features.returns_1! - expected) < 1e-9,
      );
    }
  });

  it('is repeated where the definitions are older than ours', async () => {
    await finished(await request({ symbol: 'SPX', interval: '1d' }));
    await stage.query(`update feature_sets set feature_version = 0, features = '{}' where symbol = 'SPX'`);
    const { features } = await fresh('SPX', '1d', '2020-04-17T00:00:00Z');
    expect(features.alpha158_kmid).toBeDefined();
  });

  it('does the same job twice without harm, and none that is over', async () => {
    const ids = [await request({ symbol: 'SPX' }), await request({ symbol: 'SPX' })];
    for (const id of ids) expect(await finished(id)).toMatchObject({ status: 'completed', computed: 1 });
    const before = await read(ids[0]);
    await stage.query(
      `insert into job_outbox (job, subject, run, available_at) values ('feature-precompute', $1, 1, now())`,
      [String(ids[0])],
    );
    await eventually(
      'the relay has added the job',
      () => stage.query('select from job_outbox where subject = $1', [String(ids[0])]),
      (rows) => rows.length === 0,
    );
    expect(await finished(await request({ symbol: 'SPX' }))).toMatchObject({ status: 'completed' });
    expect(await read(ids[0])).toEqual(before);
  });

  describe('of every stored series', () => {
    beforeAll(async () => {
      for (let index = 0; index < SERIES; index++) await store(nameOf(`S${index}`, 'many'), minute(0, 100));
      await stage.query(
        `create table computed (symbol text); create function note() returns trigger language plpgsql as
         $$ begin insert into computed values (new.symbol); return null; end $$;
         create trigger note after insert or update on feature_sets for each row when (new.exchange = 'many') execute function note()`,
      );
    });
    beforeEach(() => stage.query('truncate computed'));

    const computedSeries = () =>
      stage.query<{ symbol: string; times: number }>(
        'select symbol, count(*)::integer as times from computed group by symbol',
      );

    /** A series that nobody can read until it is let go; the job reaches it in the middle. */
    async function holdSeries(symbol: string): Promise<() => Promise<void>> {
      await stage.query(
        `create function hold() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(77); return new; end $$;
         create trigger hold before insert or update on feature_sets for each row when (new.symbol = '${symbol}')
           execute function hold()`,
      );
      await stage.query('select pg_advisory_lock(77)');
      return async () => {
        await stage.query('drop trigger hold on feature_sets; drop function hold()');
      };
    }
    const letGo = () => stage.query('select pg_advisory_unlock(77)');
    const heldIn = (id: number) =>
      eventually(
        'the job has reached the series that is held',
        () => read(id),
        ({ computed }) => computed === SERIES / 2,
      );

    it('resumes after what is done when its worker is killed', async () => {
      const drop = await holdSeries(`S${SERIES / 2}`);
      const id = await request({ exchange: 'many' });
      await heldIn(id);
      await worker.kill();
      expect((await read(id)).status).toBe('running');
      await letGo();
      await drop();
      worker = await stage.startWorker();
      expect(await finished(id, 40)).toMatchObject({ status: 'completed', computed: SERIES, remaining: 0 });
      const times = await computedSeries();
      expect(times).toHaveLength(SERIES);
      // The one that was cut off in the middle alone may have been done twice.
      expect(times.filter((series) => series.times > 1).map(({ symbol }) => symbol)).toEqual(
        expect.not.arrayContaining([`S0`]),
      );
      expect(times.filter((series) => series.times > 1).length).toBeLessThanOrEqual(1);
      expect(await stage.jobs('feature-precompute', [id])).toMatchObject([{ losses: 1 }]);
    });

    it('is handed back by a worker that stops, without a loss', async () => {
      const drop = await holdSeries(`S${SERIES / 2}`);
      const id = await request({ exchange: 'many' });
      await heldIn(id);
      worker.signal('SIGTERM');
      await worker.exited;
      expect(await stage.jobs('feature-precompute', [id])).toMatchObject([
        { status: 'pending', run: 2, losses: 0, token: null },
      ]);
      await letGo();
      await drop();
      worker = await stage.startWorker();
      expect(await finished(id, 40)).toMatchObject({ status: 'completed', computed: SERIES });
      expect(await stage.jobs('feature-precompute', [id])).toMatchObject([{ losses: 0 }]);
    });

    it('is done although the queue forgot it', async () => {
      await worker.kill();
      const id = await request({ exchange: 'many' });
      await eventually(
        'the job is in the queue',
        () => stage.query('select from job_outbox'),
        (rows) => rows.length === 0,
      );
      await queue.flush(stage);
      worker = await stage.startWorker();
      expect(await finished(id, 60)).toMatchObject({ status: 'completed', computed: SERIES });
    });
  });

  it('leaves out a series of which no candle has closed', async () => {
    const soon = new Date(Math.floor(Date.now() / MINUTE_MILLISECONDS + 10) * MINUTE_MILLISECONDS);
    const open = { ...minute(0, 100), openTime: soon, isClosed: false };
    await store(nameOf('OPEN'), open);
    expect(await finished(await request({ symbol: 'OPEN', interval: '1m' }))).toMatchObject({
      status: 'completed',
      computed: 0,
      without_candles: 1,
    });
    expect(await featuresOf('OPEN', '1m')).toMatchObject({ exchange: 'x', as_of: null, features: {} });
  });

  it('is forgotten when the candles are deleted', async () => {
    await store(nameOf('DELETED'), minute(0, 100));
    await finished(await request({ symbol: 'DELETED', interval: '1m' }));
    expect((await featuresOf('DELETED', '1m')).as_of).toBe('2024-03-01T00:00:00Z');
    // As the deletion of old candles leaves a series.
    await stage.query(
      `delete from candlesticks using series where series.id = series_id and symbol = 'DELETED';
       update series set candle_count = 0, version = version + 1, first_open_time = null, last_open_time = null
       where symbol = 'DELETED'`,
    );
    await eventually(
      'the features are deleted',
      () => featuresOf('DELETED', '1m'),
      ({ as_of }) => as_of === null,
    );
  });

  it('does every series that is stored where none is named', async () => {
    const [{ count }] = await stage.query<{ count: number }>(
      'select count(*)::integer as count from series where candle_count > 0',
    );
    const done = await finished(await request({}), 60);
    expect(done).toMatchObject({
      status: 'completed',
      remaining: 0,
      without_candles: 1,
      computed: count - 1,
    });
    expect((await featuresOf(SPX.symbol, SPX.interval)).as_of).toBe('2020-04-17T00:00:00Z');
  });
});
