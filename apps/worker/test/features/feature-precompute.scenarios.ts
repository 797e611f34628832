import { FEATURE_WARMUP_BARS } from '#engine/features/feature-set';
import { describeEverySeries } from './feature-precompute/every-series';
import { testRegimes } from './feature-precompute/regimes';
import { FeatureJobs, minute, MINUTE_MILLISECONDS, nameOf } from '../support/feature-jobs';
import { SPX } from '../support/sample-candles';
import { eventually } from '../support/within';

describe('feature jobs', () => {
  let jobs: FeatureJobs;

  beforeAll(async () => {
    jobs = await FeatureJobs.open();
    await jobs.startWorker();
  });

  // By hand, from the last two lines of the sample: closes 2799.550049 and 2874.560059; the last day opened at 2842.429932,
  // its high was 2879.219971 and its low 2830.879883.
  it('has the features of the newest closed candle', async () => {
    expect(await jobs.finished(await jobs.request({ symbol: 'SPX', interval: '1d' }))).toMatchObject({
      status: 'completed',
      exchange: 'us',
      computed: 1,
      without_candles: 0,
      remaining: 0,
      warnings: [],
      error: null,
    });
    const answer = await jobs.featuresOf('SPX', '1d');
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

  testRegimes(() => jobs);

  it('reports what is not known yet as null, and that the warm-up is not complete', async () => {
    await jobs.store(nameOf('ONE'), minute(0, 100));
    await jobs.finished(await jobs.request({ symbol: 'ONE', interval: '1m' }));
    const { features, warmup } = await jobs.featuresOf('ONE', '1m');
    expect(features).toMatchObject({ returns_1: null, alpha158_kmid: expect.closeTo(0.01, 12) as number });
    expect(warmup).toEqual({ bars: 0, needed: FEATURE_WARMUP_BARS, complete: false });
  });

  it('leaves out a candle that its feed has not confirmed, with a warning, until it is confirmed', async () => {
    await jobs.store(nameOf('CUT'), minute(0, 100), minute(1, 100), { ...minute(2, 100), isClosed: false });
    const left =
      '1m candles of CUT left out, because x has not confirmed what its feed received last: 1 (2024-03-01T00:02:00Z)';
    expect(await jobs.finished(await jobs.request({ symbol: 'CUT', interval: '1m' }))).toMatchObject({
      status: 'completed',
      computed: 1,
      warnings: [left],
    });
    expect((await jobs.featuresOf('CUT', '1m')).as_of).toBe('2024-03-01T00:01:00Z');
    const history = () =>
      jobs.send<{ warnings: string[]; open_time: string[] }>(
        'GET',
        '/history?symbol=CUT&interval=1m&features=returns_1',
      );
    expect(await history()).toMatchObject({
      warnings: [left],
      open_time: ['2024-03-01T00:00:00Z', '2024-03-01T00:01:00Z'],
    });
    await jobs.store(nameOf('CUT'), minute(2, 100));
    await jobs.fresh('CUT', '1m', '2024-03-01T00:02:00Z');
    expect((await history()).warnings).toEqual([]);
  });

  it('aggregates an interval that is not stored from a shorter one, and says so', async () => {
    await jobs.store(nameOf('MINUTES'), ...Array.from({ length: 150 }, (_, index) => minute(index, 100)));
    // Its minutes and, as no interval is named, hours.
    expect(await jobs.finished(await jobs.request({ symbol: 'MINUTES' }))).toMatchObject({
      status: 'completed',
      computed: 2,
      warnings: ['no 1h candles of MINUTES are stored on x: they were aggregated from 1m candles'],
    });
    // Of the third hour half is there: the second one is the newest that is complete.
    const hours = await jobs.featuresOf('MINUTES', '1h');
    expect(hours.as_of).toBe('2024-03-01T01:00:00Z');
    expect(hours.features).toMatchObject({ returns_1: 0, alpha158_kmid: expect.closeTo(0.01, 12) as number });
    expect((await jobs.featuresOf('MINUTES', '1m')).as_of).toBe('2024-03-01T02:29:00Z');
    // It follows when the hour is complete, and no sooner.
    await jobs.store(
      nameOf('MINUTES'),
      ...Array.from({ length: 29 }, (_, index) => minute(150 + index, 100)),
    );
    expect((await jobs.featuresOf('MINUTES', '1h')).stale).toBe(false);
    await jobs.store(nameOf('MINUTES'), minute(179, 100));
    await jobs.fresh('MINUTES', '1h', '2024-03-01T02:00:00Z');
  });

  it('goes on with shorter candles until one of its own interval has closed', async () => {
    await jobs.store(nameOf('BOTH'), ...Array.from({ length: 150 }, (_, index) => minute(index, 100)));
    await jobs.finished(await jobs.request({ symbol: 'BOTH', interval: '1h' }));
    const openTime = new Date(Math.floor(Date.now() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS);
    const open = { ...minute(0, 100), openTime, isClosed: false };
    await jobs.store({ ...nameOf('BOTH'), interval: '1h' }, open);
    await jobs.store(nameOf('BOTH'), ...Array.from({ length: 30 }, (_, index) => minute(150 + index, 100)));
    await jobs.fresh('BOTH', '1h', '2024-03-01T02:00:00Z');
    await jobs.store({ ...nameOf('BOTH'), interval: '1h' }, minute(240, 100));
    await jobs.fresh('BOTH', '1h', '2024-03-01T04:00:00Z');
  });

  it('keeps what is computed of shorter candles while longer ones make up no bar', async () => {
    await jobs.store(nameOf('THIN'), ...Array.from({ length: 240 }, (_, index) => minute(index, 100)));
    await jobs.finished(await jobs.request({ symbol: 'THIN', interval: '2h' }));
    expect((await jobs.featuresOf('THIN', '2h')).as_of).toBe('2024-03-01T02:00:00Z');
    await jobs.store({ ...nameOf('THIN'), interval: '1h' }, minute(180, 100));
    expect(await jobs.finished(await jobs.request({ symbol: 'THIN', interval: '2h' }))).toMatchObject({
      computed: 0,
    });
    expect(await jobs.featuresOf('THIN', '2h')).toMatchObject({ as_of: '2024-03-01T02:00:00Z', stale: true });
  });

  it('fails with the reason where nothing is stored that it could be computed from', async () => {
    expect(await jobs.finished(await jobs.request({ symbol: 'NONE' }))).toMatchObject({
      status: 'failed',
      error: 'no candles of NONE are stored',
    });
    expect(
      await jobs.finished(await jobs.request({ symbol: 'SPX', interval: '1h', exchange: 'us' })),
    ).toMatchObject({
      status: 'failed',
      error: 'no 1h candles of SPX are stored on us, nor any of an interval that divides it',
    });
  });

  it('is repeated soon after a candle closed, and after one was corrected', async () => {
    const name = nameOf('LIVE');
    await jobs.store(name, minute(0, 100), minute(1, 100));
    await jobs.finished(await jobs.request({ symbol: 'LIVE', interval: '1m' }));
    await jobs.store(name, minute(2, 110));
    const next = await jobs.fresh('LIVE', '1m', '2024-03-01T00:02:00Z');
    expect(next.features.returns_1).toBeCloseTo(0.1, 12);
    // The newest one, of which a correction is noted nowhere, and the one before.
    for (const [index, open, expected] of [
      [2, 121, 0.21],
      [1, 110, 0.1],
    ]) {
      await jobs.store(name, minute(index, open));
      await eventually(
        `the correction of minute ${index} is in`,
        () => jobs.featuresOf('LIVE', '1m'),
        ({ features, stale }) => !stale && Math.abs(features.returns_1! - expected) < 1e-9,
      );
    }
  });

  it('is repeated where the definitions are older than ours', async () => {
    await jobs.finished(await jobs.request({ symbol: 'SPX', interval: '1d' }));
    await jobs.stage.query(
      `update feature_sets set feature_version = 0, features = '{}' where symbol = 'SPX'`,
    );
    const { features } = await jobs.fresh('SPX', '1d', '2020-04-17T00:00:00Z');
    expect(features.alpha158_kmid).toBeDefined();
  });

  it('does the same job twice without harm, and none that is over', async () => {
    const ids = [await jobs.request({ symbol: 'SPX' }), await jobs.request({ symbol: 'SPX' })];
    for (const id of ids) expect(await jobs.finished(id)).toMatchObject({ status: 'completed', computed: 1 });
    const before = await jobs.read(ids[0]);
    await jobs.stage.query(
      `insert into job_outbox (job, subject, run, available_at) values ('feature-precompute', $1, 1, now())`,
      [String(ids[0])],
    );
    await eventually(
      'the relay has added the job',
      () => jobs.stage.query('select from job_outbox where subject = $1', [String(ids[0])]),
      (rows) => rows.length === 0,
    );
    expect(await jobs.finished(await jobs.request({ symbol: 'SPX' }))).toMatchObject({ status: 'completed' });
    expect(await jobs.read(ids[0])).toEqual(before);
  });

  describeEverySeries(() => jobs);

  it('leaves out a series of which no candle has closed', async () => {
    const soon = new Date(Math.floor(Date.now() / MINUTE_MILLISECONDS + 10) * MINUTE_MILLISECONDS);
    const open = { ...minute(0, 100), openTime: soon, isClosed: false };
    await jobs.store(nameOf('OPEN'), open);
    expect(await jobs.finished(await jobs.request({ symbol: 'OPEN', interval: '1m' }))).toMatchObject({
      status: 'completed',
      computed: 0,
      without_candles: 1,
    });
    expect(await jobs.featuresOf('OPEN', '1m')).toMatchObject({ exchange: 'x', as_of: null, features: {} });
  });

  it('is forgotten when the candles are deleted', async () => {
    await jobs.store(nameOf('DELETED'), minute(0, 100));
    await jobs.finished(await jobs.request({ symbol: 'DELETED', interval: '1m' }));
    expect((await jobs.featuresOf('DELETED', '1m')).as_of).toBe('2024-03-01T00:00:00Z');
    // As the deletion of old candles leaves a series.
    await jobs.stage.query(
      `delete from candlesticks using series where series.id = series_id and symbol = 'DELETED';
       update series set candle_count = 0, version = version + 1, first_open_time = null, last_open_time = null
       where symbol = 'DELETED'`,
    );
    await eventually(
      'the features are deleted',
      () => jobs.featuresOf('DELETED', '1m'),
      ({ as_of }) => as_of === null,
    );
  });

  it('does every series that is stored where none is named', async () => {
    const [{ count }] = await jobs.stage.query<{ count: number }>(
      'select count(*)::integer as count from series where candle_count > 0',
    );
    const done = await jobs.finished(await jobs.request({}), 60);
    expect(done).toMatchObject({
      status: 'completed',
      remaining: 0,
      without_candles: 1,
      computed: count - 1,
    });
    expect((await jobs.featuresOf(SPX.symbol, SPX.interval)).as_of).toBe('2020-04-17T00:00:00Z');
  });
});
