import { SeriesQualityCounter } from '#domain/gaps/series-quality-counter';
import { CandleRetention } from '#domain/market-data/series/candle-retention';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { OpenTimesLoader } from '#domain/market-data/reading/open-times.loader';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { readEnvironment } from '#platform/config/environment';
import { flatCandle } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

const MINUTE_MILLISECONDS = 60_000;
const staying = new AbortController().signal;

describe('the retention of candles', () => {
  let storage: Storage;
  let retention: CandleRetention;
  const today = Math.floor(Date.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;

  beforeAll(async () => {
    storage = await openStorage();
    const environment = readEnvironment({ RETENTION_DAYS: '1m=90,5m=365' });
    retention = new CandleRetention(storage.dataSource, environment);
  });
  afterAll(() => storage.close());

  async function store(interval: '1m' | '1h', candles: readonly CandleToWrite[]): Promise<number> {
    const name = { exchange: 'test', symbol: 'A', interval };
    const seriesId = await storage.series.idOf(name);
    await storage.store.upsert([{ seriesId, name, interval, candles }]);
    return seriesId;
  }

  const minutes = (daysAgo: number, count: number) =>
    Array.from({ length: count }, (_, minute) =>
      flatCandle(new Date(today - daysAgo * DAY_MILLISECONDS + minute * MINUTE_MILLISECONDS), '1'),
    );

  const counters = async (interval: '1m' | '1h') => {
    const series = await storage.series.find({ exchange: 'test', symbol: 'A', interval });
    const { candleCount, firstOpenTime, lastOpenTime } = series!;
    const { rows } = await storage.pool.query<Record<string, unknown>>(
      `select count(*)::integer as "candleCount", min(open_time) as "firstOpenTime", max(open_time) as "lastOpenTime"
       from candlesticks where series_id = $1`,
      [series!.id],
    );
    expect({ candleCount, firstOpenTime, lastOpenTime }).toEqual(rows[0]);
    return candleCount;
  };

  it('deletes what is older than its interval is kept, and nothing else, and keeps the counters exact', async () => {
    const seriesId = await store('1m', [...minutes(200, 12_000), ...minutes(80, 100)]);
    await store('1h', minutes(3_000, 1));
    await new SeriesQualityCounter(
      storage.dataSource,
      new OpenTimesLoader(storage.dataSource),
    ).countChanged();
    const versionBefore = (await storage.series.find({ exchange: 'test', symbol: 'A', interval: '1m' }))!
      .version;
    await retention.deleteOld(staying);
    expect(await counters('1m')).toBe(100);
    expect(await counters('1h')).toBe(1);
    const series = await storage.series.find({ exchange: 'test', symbol: 'A', interval: '1m' });
    // What was loaded before must not be taken for what is there now.
    expect(series!.version).toBeGreaterThan(versionBefore);
    const { rows } = await storage.pool.query('select from series_quality where series_id = $1', [seriesId]);
    expect(rows).toEqual([]);
  });

  it('does not lose candles or counts when somebody writes old ones meanwhile', async () => {
    const writes = Array.from({ length: 10 }, (_, index) => store('1m', minutes(100 + index, 500)));
    await Promise.all([...writes, retention.deleteOld(staying), retention.deleteOld(staying)]);
    await counters('1m');
    await retention.deleteOld(staying);
    expect(await counters('1m')).toBe(100);
  });

  it('can leave a series empty', async () => {
    const name = { exchange: 'test', symbol: 'EMPTY', interval: '1m' } as const;
    const seriesId = await storage.series.idOf(name);
    await storage.store.upsert([{ seriesId, name, interval: '1m', candles: minutes(300, 3) }]);
    await retention.deleteOld(staying);
    expect(await storage.series.find({ exchange: 'test', symbol: 'EMPTY', interval: '1m' })).toMatchObject({
      candleCount: 0,
      firstOpenTime: null,
      lastOpenTime: null,
    });
  });

  it('forgets late writes after a week', async () => {
    await storage.pool.query(
      `insert into late_writes select 77, version, now(), now(), now() - make_interval(days => version)
       from generate_series(1, 10) version`,
    );
    await retention.deleteOld(staying);
    const { rows } = await storage.pool.query(
      'select count(*)::integer as count from late_writes where series_id = 77',
    );
    expect(rows).toEqual([{ count: 6 }]);
  });
});
