import type { CandleAnnouncement } from '#domain/market-data/ingest/candle-announcer';
import type { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

describe('taking candles in', () => {
  let storage: Storage;
  let ingest: CandleIngest;
  const announced: CandleAnnouncement[] = [];

  beforeAll(async () => {
    storage = await openStorage();
    ingest = openCandleIngest(
      storage.dataSource,
      { announce: (announcements) => void announced.push(...announcements) },
      storage,
    );
  });
  afterAll(() => storage.close());
  beforeEach(() => void announced.splice(0));

  const named = (symbol: string) => ({ exchange: 'test', symbol, interval: '1m' as const });

  it('announces what changed after it is stored, and nothing where nothing changed', async () => {
    const candle = flatCandle(minuteAfterStart(0), '1.50');
    await ingest.ingest(named('ANNOUNCED'), [candle]);
    expect(announced).toMatchObject([
      { name: named('ANNOUNCED'), write: { version: 1, inserted: 1 }, candles: [candle] },
    ]);
    await ingest.ingest(named('ANNOUNCED'), [candle]);
    expect(announced).toHaveLength(1);
  });

  it('keeps what a source delivers and a rule forbids, digit for digit and with the reason, and stores the rest', async () => {
    const sound = flatCandle(minuteAfterStart(0), '2');
    const upsideDown = { ...flatCandle(minuteAfterStart(1), '2.500'), high: '1' };
    const unreadable = { ...flatCandle(minuteAfterStart(2), '2'), volume: 'NaN' };
    const offGrid = flatCandle(new Date(minuteAfterStart(3).getTime() + 1000), '2');
    const result = await ingest.ingestFromSource(
      [{ name: named('MIXED'), candles: [sound, upsideDown, unreadable, offGrid] }],
      'feed',
    );
    expect(result).toMatchObject({ written: [{ inserted: 1 }], quarantined: 3 });
    const { rows } = await storage.pool.query(
      `select open_time as "openTime", open, volume, source, reason from quarantined_candles
       where symbol = 'MIXED' order by open_time`,
    );
    expect(rows).toEqual([
      {
        openTime: upsideDown.openTime,
        open: '2.500',
        volume: '1',
        source: 'feed',
        reason:
          'high must not be below open (2.500); high must not be below close (2.500); high must not be below low (2.500)',
      },
      {
        openTime: unreadable.openTime,
        open: '2',
        volume: 'NaN',
        source: 'feed',
        reason: expect.stringContaining('volume must be a decimal string') as string,
      },
      {
        openTime: offGrid.openTime,
        open: '2',
        volume: '1',
        source: 'feed',
        reason: "open_time must be a multiple of the interval's 60 s",
      },
    ]);
  });

  it('refuses by every way in what breaks a rule of its own', async () => {
    const name = named('EACH');
    const upsideDown = { ...flatCandle(minuteAfterStart(1), '2.5'), high: '1' };
    const tooEarly = flatCandle(new Date(-60_000), '2.5');
    const single = (candle: CandleToWrite) => ({ name, candle, allowOutlier: true });
    const sound = flatCandle(minuteAfterStart(0), '2.5');
    const results = await ingest.ingestEach([upsideDown, sound, tooEarly].map(single));
    expect(results.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ...[['high', 'high', 'high'], [], ['open_time']],
    ]);
    const { refused } = await ingest.ingest(name, [upsideDown, tooEarly], { allowOutliers: true });
    expect(refused.map(({ problems }) => problems)).toEqual([results[0].problems, results[2].problems]);
    const { rows } = await storage.pool.query(
      `select count(*)::int from candlesticks join series on series.id = series_id where symbol = 'EACH'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('refuses candles that are too old to be kept, and leaves out those of a source', async () => {
    const retentionDays = new Map([['1m', 90]]);
    const keeping = openCandleIngest(storage.dataSource, { announce: () => undefined }, { retentionDays });
    const name = named('OLD');
    const daysAgo = (days: number) => new Date((Math.floor(Date.now() / 60_000) - days * 1_440) * 60_000);
    const [old, kept] = [flatCandle(daysAgo(91), '2'), flatCandle(daysAgo(89), '2')];
    const problem = {
      field: 'open_time',
      message: expect.stringMatching(
        /^must not be before \d{4}-.*Z: 1m candles are kept for 90 days$/,
      ) as string,
    };
    expect(await keeping.ingest(name, [old, kept])).toMatchObject({
      inserted: 1,
      refused: [{ index: 0, problems: [problem] }],
    });
    const [single] = await keeping.ingestEach([{ name, candle: old, allowOutlier: true }]);
    expect(single.problems).toEqual([problem]);
    expect(await keeping.ingestFromSource([{ name, candles: [old, kept] }], 'backfill')).toMatchObject({
      written: [],
      quarantined: 0,
    });
    expect(
      await keeping.ingest({ ...name, interval: '1h' }, [flatCandle(daysAgo(4_000), '2')]),
    ).toMatchObject({
      inserted: 1,
      refused: [],
    });
    const { rows } = await storage.pool.query(
      `select interval, candle_count::int as candles from series where symbol = 'OLD' order by interval`,
    );
    expect(rows).toEqual([
      { interval: '1h', candles: 1 },
      { interval: '1m', candles: 1 },
    ]);
    const quarantined = await storage.pool.query(`select from quarantined_candles where symbol = 'OLD'`);
    expect(quarantined.rows).toEqual([]);
  });

  it('keeps the latest of what comes again and again with the same open time', async () => {
    const wrong = (price: string) => ({ ...flatCandle(minuteAfterStart(0), price), low: '0' });
    for (const price of ['1', '2']) {
      await ingest.ingestFromSource([{ name: named('AGAIN'), candles: [wrong(price)] }], 'backfill');
    }
    const { rows } = await storage.pool.query(
      `select close, source from quarantined_candles where symbol = 'AGAIN'`,
    );
    expect(rows).toEqual([{ close: '2', source: 'backfill' }]);
  });
});
